import type { Terminal } from "./terminal";
import { textClient } from "./text-client";

const LOGS_IN_ONCE =
  "where a login is sent a second time with the same name and password, it does not wait for the answer, but shows where the first one led";

const FAILURE_BOXES = 3;
const ASKS_NUMBER = "Enter link number";

/** The first digit opens a box for the number. */
async function goTo(terminal: Terminal, number: number): Promise<void> {
  await terminal.type(String(number));
  await terminal.shows(ASKS_NUMBER);
  await terminal.press("Enter");
  await terminal.hides(ASKS_NUMBER);
}

export const elinks = textClient({
  name: "elinks",
  command: "elinks",
  title: "ELinks",
  settings: {
    "elinks/elinks.conf": [
      "set document.browse.links.numbering = 1",
      "set document.browse.links.number_keys_select_link = 1",
      "set document.browse.forms.confirm_submit = 0",
      // As it comes, it keeps each answer, whatever servers say.
      "set document.cache.ignore_cache_control = 0",
    ].join("\n"),
  },
  args: ["-config-dir", "elinks"],
  cannot: { password: LOGS_IN_ONCE, "session-end": LOGS_IN_ONCE },
  async activate(terminal, number) {
    await goTo(terminal, number);
    await terminal.press("Enter");
  },
  async fill(terminal, number, text) {
    await goTo(terminal, number);
    await terminal.press("Enter", "End", "C-u");
    await terminal.type(text);
    await terminal.press("Down");
  },
  async open(terminal, address) {
    await terminal.press("g");
    await terminal.shows("Enter URL");
    await terminal.press("End", "C-u");
    await terminal.type(address);
    await terminal.press("Enter");
  },
  async dismissFailure(terminal) {
    await terminal.shows("Unable to retrieve");
    // One box for the form, and one for where it leads.
    for (let box = 0; box < FAILURE_BOXES; box += 1) {
      if (!(await terminal.settled()).includes("Unable to retrieve")) return;
      await terminal.press("Enter");
    }
    await terminal.hides("Unable to retrieve");
  },
  async reload(terminal) {
    await terminal.press("C-r");
  },
  async back(terminal) {
    await terminal.press("Left");
  },
  async download(terminal, number) {
    // Its key for downloads would not ask the server for the name.
    await goTo(terminal, number);
    await terminal.press("Enter");
    await terminal.shows("What would you like to do");
    // A field for the program that is to open it may have taken the letter.
    await terminal.press("Down", "s");
    await terminal.press("Enter");
    await terminal.shows("Save to file");
    await terminal.press("Enter");
    await terminal.hides("Save to file");
  },
});
