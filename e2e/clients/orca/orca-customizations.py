"""Orca loads this by its name. What it would give to a voice it writes into the file that HEARD_FILE names, a line each:
how it is said, a tab, and the words. `say` is an answer to something, `all` a piece of a page that is read whole,
`end` its last word, and `stop` that Orca hushed itself while it read."""

import os

from gi.repository import GLib
from orca import settings, speech, speechserver

DONE = speechserver.SayAllContext.COMPLETED
HUSHED = speechserver.SayAllContext.INTERRUPTED


def write(how, words=""):
    with open(os.environ["HEARD_FILE"], "a", encoding="utf-8") as heard:
        heard.write(f"{how}\t{' '.join(words.split())}\n")


class FileVoice(speechserver.SpeechServer):
    """A voice that is at the end of a phrase as soon as it begins it."""

    reading = None

    @staticmethod
    def getFactoryName():
        return "file"

    @staticmethod
    def getSpeechServers():
        return [speech._speechserver]

    def getInfo(self):
        return ["file", "file"]

    def getVoiceFamilies(self):
        return []

    def speak(self, text=None, acss=None, interrupt=True):
        if text:
            write("say", text)

    def speakCharacter(self, character, acss=None):
        write("say", character)

    def speakKeyEvent(self, event, acss=None):
        write("say", event.getKeyName())

    def sayAll(self, utteranceIterator, progressCallback):
        self.stop()
        context = None

        def next_phrase():
            nonlocal context
            try:
                context, _ = next(utteranceIterator)
            except StopIteration:
                self.reading = None
                write("end")
                return False
            if context.utterance.strip():
                write("all", context.utterance)
            progressCallback(context.copy(), DONE)
            return self.reading is not None

        def hush():
            if context:
                progressCallback(context.copy(), HUSHED)

        self.reading = (GLib.idle_add(next_phrase), hush)

    def stop(self):
        if self.reading:
            source, hush = self.reading
            self.reading = None
            GLib.source_remove(source)
            write("stop")
            hush()


def use_file(*_):
    speech._speechserver = FileVoice()


speech._initSpeechServer = use_file
# What was pressed is known.
settings.enableKeyEcho = False
settings.enableBraille = False
# A page is read when it is asked for: with what is read as it comes, it would be heard twice.
settings.sayAllOnLoad = False
