"""``python -m tutor.cli`` is the ``tutor`` command."""

from tutor.cli import main

main()
