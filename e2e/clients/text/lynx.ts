import type { Terminal } from "./terminal";
import { textClient } from "./text-client";

/** Of what may become of a file that was downloaded. */
const SAVE_TO_DISK = "2";

/** Its prompt for an address or a number holds what was typed there before. */
async function answer(terminal: Terminal, text: string): Promise<void> {
  await terminal.press("C-u");
  await terminal.type(text);
  await terminal.press("Enter");
}

async function goTo(terminal: Terminal, number: number): Promise<void> {
  await terminal.type(`${number}g`);
  await terminal.press("Enter");
  await terminal.settled();
}

export const lynx = textClient({
  name: "lynx",
  command: "lynx",
  title: "Lynx",
  settings: {
    "lynx.cfg": [
      "INCLUDE:/etc/lynx/lynx.cfg",
      "CHARACTER_SET:utf-8",
      "DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED",
      // As it comes, it does not say from which page a form is sent where that has a query; forms are refused then.
      "REFERER_WITH_QUERY:PARTIAL",
    ].join("\n"),
  },
  args: ["-cfg=lynx.cfg", "-tna", "-accept_all_cookies", "-nopause"],
  async activate(terminal, number) {
    await goTo(terminal, number);
    await terminal.press("Enter");
  },
  async fill(terminal, number, text) {
    await goTo(terminal, number);
    await terminal.press("Enter", "C-u");
    await terminal.type(text);
    await terminal.press("Tab");
  },
  async open(terminal, address) {
    await terminal.press("g");
    await answer(terminal, address);
  },
  async dismissFailure(terminal) {
    // It says so for a moment only.
    await terminal.settled();
  },
  async reload(terminal) {
    await terminal.press("C-r");
  },
  async back(terminal) {
    await terminal.press("Left");
  },
  async download(terminal, number) {
    await goTo(terminal, number);
    await terminal.press("d");
    await terminal.shows("Save to disk");
    await terminal.type(SAVE_TO_DISK);
    await terminal.shows("Follow link");
    await terminal.press("Enter");
    await terminal.shows("Enter a filename");
    await terminal.press("Enter");
    await terminal.shows("Commands:");
    await terminal.press("Left");
  },
});
