import type { Terminal } from "./terminal";
import { textClient } from "./text-client";

/** The first digit opens a box for the number. */
async function goTo(terminal: Terminal, number: number): Promise<void> {
  await terminal.type(String(number));
  await terminal.settled();
  await terminal.press("Enter");
  await terminal.settled();
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
    ].join("\n"),
  },
  args: ["-config-dir", "elinks"],
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
    await terminal.settled();
    await terminal.press("End", "C-u");
    await terminal.type(address);
    await terminal.press("Enter");
  },
  async back(terminal) {
    await terminal.press("Left");
  },
  async download(terminal, number) {
    await goTo(terminal, number);
    await terminal.press("d");
    await terminal.settled();
    await terminal.press("Enter");
  },
});
