// Everything here only makes quicker what the pages do by themselves.
import { setUpLive } from "./live.js";
import { setUpKeys } from "./keys.js";
import { setUpBoard } from "./board.js";
import { setUpCopy } from "./copy.js";
import { setUpOnce } from "./once.js";
import { setUpDrop } from "./drop.js";
import { setUpEditor } from "./editor.js";
import { setUpShare } from "./share.js";
import { setUpUpload } from "./upload.js";
import { setUpRun } from "./run.js";

setUpLive();
setUpKeys();
setUpBoard();
setUpCopy();
setUpOnce();
setUpDrop();
setUpEditor();
setUpShare();
setUpUpload();
setUpRun();
