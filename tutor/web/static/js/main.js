// Everything here only makes quicker what the pages do by themselves.
import { setUpLive } from "./live.js";
import { setUpKeys } from "./keys.js";
import { setUpCopy } from "./copy.js";

setUpLive();
setUpKeys();
setUpCopy();
