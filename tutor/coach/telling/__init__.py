"""The reasons in words, one template for one claim."""
