"""What lessons and puzzles share: paragraphs in the reader's language, folders, and the texts for translators."""

import gettext
import io
import shlex
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from tutor.coach.authored import ContentError
from tutor.coach.content import in_english, load_folder, paragraphs, source_paragraphs
from tutor.coach.extracting import extract
from tutor.coach.lesson import Lesson, load_lessons
from tutor.coach.puzzle import Puzzle, load_puzzle, load_puzzles
from tutor.messages import N_, Message, use_translations
from tutor.web import create_app

ROOT = Path(__file__).parent.parent.parent


class Shouted(gettext.NullTranslations):
    """A language that is English in capitals."""

    def gettext(self, message):
        return message.upper()


def test_a_text_falls_into_paragraphs_with_joined_lines():
    assert paragraphs("\none\ntwo\n\n  \nthree\n") == ("one two", "three")
    assert paragraphs("") == ()


def test_an_authors_text_is_translated_paragraph_by_paragraph():
    class Swedish(gettext.NullTranslations):
        def gettext(self, message):
            return {"one two": "ett två", "three": "tre"}.get(message, message)

    with use_translations(Swedish()):
        assert paragraphs("one\ntwo\n\nthree\n\nfour") == ("ett två", "tre", "four")


def test_sentences_of_the_program_are_one_paragraph_in_the_readers_language_and_english_for_checks():
    text = (Message(N_("It is %(who)s."), {"who": "North"}), Message(N_("North")))
    assert paragraphs(text) == ("It is North. North",)
    assert paragraphs(()) == ()
    with use_translations(Shouted()):
        assert paragraphs((text[1],)) == ("NORTH",)
        assert in_english(text) == "It is North. North"
        assert in_english("As it\nis") == "As it\nis"


def no_way_out() -> Lesson:
    return next(lesson for lesson in load_lessons() if lesson.slug == "no-way-out")


def patience() -> Puzzle:
    return next(puzzle for puzzle in load_puzzles() if puzzle.slug == "patience")


def test_titles_and_first_paragraphs_are_shown_in_the_readers_language():
    lesson, puzzle = no_way_out(), patience()
    with use_translations(Shouted()):
        assert lesson.heading == "NO WAY OUT"
        assert lesson.opening == source_paragraphs(lesson.introduction)[0].upper()
        assert puzzle.heading == "PATIENCE"


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("/practise/", "A hand in two words"),
        ("/practise/no-way-out", "A hand in two words"),
        ("/practise/no-way-out", "Your call, in other words."),
        ("/practise/no-way-out?answers=1S", "A note in other words."),
        ("/puzzles/", "Waiting"),
        ("/puzzles/patience", "Waiting"),
        ("/puzzles/patience", "A prompt in other words."),
        ("/puzzles/patience?played=SK&told=1", "A solution in other words."),
    ],
)
def test_the_pages_show_a_translation(monkeypatch, tmp_path, address, text):
    lesson, puzzle = no_way_out(), patience()
    note = lesson.decisions[0].note(lesson.decisions[0].played)
    known = {
        lesson.title: "A hand in two words",
        source_paragraphs(lesson.decisions[0].prompt)[0]: "Your call, in other words.",
        source_paragraphs(note.note)[0]: "A note in other words.",
        puzzle.title: "Waiting",
        source_paragraphs(puzzle.prompt)[0]: "A prompt in other words.",
        source_paragraphs(puzzle.solution)[0]: "A solution in other words.",
    }
    monkeypatch.setattr("tutor.coach.content.translate", lambda sentence: known.get(sentence, sentence))
    app = create_app({"DATABASE": f"sqlite:///{tmp_path / 'x.sqlite3'}", "INSTANCE_PATH": str(tmp_path)})
    page = app.test_client().get(address).get_data(as_text=True)
    assert text in page


def test_a_folder_is_read_the_easy_ones_first(tmp_path):
    source = (ROOT / "puzzles" / "patience.toml").read_text(encoding="utf-8")
    for name, level in (("a", 4), ("b", 2), ("c", 2)):
        (tmp_path / f"{name}.toml").write_text(source.replace("level = 5", f"level = {level}"), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no puzzle", encoding="utf-8")
    assert [puzzle.slug for puzzle in load_folder(tmp_path, load_puzzle)] == ["b", "c", "a"]
    (tmp_path / "d.toml").write_text("nonsense", encoding="utf-8")
    with pytest.raises(ContentError):
        load_folder(tmp_path, load_puzzle)


def test_texts_are_extracted_with_their_lines_and_a_comment_that_names_file_and_key():
    file = io.BytesIO(
        b'title = "A title"\nby = "Somebody"\nthemes = ["exit"]\nprompt = """\none\ntwo\n\nthree\n"""\n[[decision]]\n'
        b'after = "After"\nplayed = "1S"\n[[decision.choice]]\naction = "1S"\nnote = "A note"\n'
    )
    file.name = "somewhere/new.toml"
    assert list(extract(file, {}, (), {})) == [
        (1, None, "A title", ["new.toml: title"]),
        (4, None, "one two", ["new.toml: prompt"]),
        (4, None, "three", ["new.toml: prompt"]),
        (11, None, "After", ["new.toml: decision 1, after"]),
        (15, None, "A note", ["new.toml: decision 1, choice 1S, note"]),
    ]


def authored_texts(lesson: Lesson):
    """All that the author of *lesson* wrote for people."""
    yield from (lesson.title, lesson.introduction, lesson.wrap_up)
    for decision in lesson.decisions:
        yield from (decision.prompt, decision.after, *(note.note for note in decision.notes))


def test_the_extraction_finds_every_paragraph_of_every_lesson_and_puzzle(tmp_path, monkeypatch):
    (command,) = [
        line for line in (ROOT / "babel.cfg").read_text().splitlines() if line.startswith("# pybabel extract")
    ]
    monkeypatch.chdir(ROOT)
    template = tmp_path / "messages.pot"
    arguments = shlex.split(command.removeprefix("# "))
    arguments[arguments.index("-o") + 1] = str(template)
    CommandLineInterface().run(arguments)
    with template.open("rb") as file:
        catalog = read_po(file)
    texts = [text for lesson in load_lessons() for text in authored_texts(lesson)]
    texts += [text for each in load_puzzles() for text in (each.title, each.prompt, each.solution)]
    wanted = {part for text in texts for part in source_paragraphs(text)}
    assert len(wanted) > 40
    assert wanted <= {message.id for message in catalog}
    title = catalog.get("No way out")
    assert title.auto_comments == ["no-way-out.toml: title"]
    assert title.locations == [("puzzles/lessons/no-way-out.toml", 4)]
