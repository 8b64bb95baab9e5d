import type { Terminal } from "./terminal";
import { textClient } from "./text-client";

const IN_FIELD = /^(Text|Password) field/m;
/** A number leads into a link at once, but only to what belongs to a form. */
const AT_CONTROL = /^(Post form|Submit form|Checkbox|Radio)/m;
const FIELDS_IN_A_ROW = 12;
const ASKS_NUMBER = "Enter link number";

/** A text field takes every letter and digit: keys mean something only outside. */
async function leaveField(terminal: Terminal): Promise<void> {
  for (let field = 0; field < FIELDS_IN_A_ROW; field += 1) {
    if (!IN_FIELD.test(await terminal.settled())) return;
    await terminal.press("Down");
  }
}

/** The page on a screen: the last line tells of the link that one is at. */
function pageOf(screen: string): string {
  return screen.trimEnd().split("\n").slice(0, -1).join("\n");
}

async function goTo(terminal: Terminal, number: number): Promise<void> {
  await leaveField(terminal);
  await terminal.type(String(number));
  await terminal.shows(ASKS_NUMBER);
  await terminal.press("Enter");
  await terminal.hides(ASKS_NUMBER);
}

export const links2 = textClient({
  name: "links2",
  command: "links2",
  title: "Links",
  // Without a file of its settings it begins with a box that welcomes.
  settings: { ".links2/links.cfg": "" },
  // By itself it keeps each answer for ever, whatever servers say: who has logged in is led to the login page again.
  args: ["-html-numbered-links", "1", "-aggressive-cache", "0"],
  async activate(terminal, number) {
    await leaveField(terminal);
    const before = pageOf(await terminal.settled());
    await goTo(terminal, number);
    const screen = await terminal.settled();
    // On the next page one may be at a control as well.
    if (AT_CONTROL.test(screen) && pageOf(screen) === before) {
      await terminal.press("Enter");
    }
  },
  async fill(terminal, number, text) {
    await goTo(terminal, number);
    await terminal.settled();
    await terminal.press("End", "C-u");
    await terminal.type(text);
  },
  async open(terminal, address) {
    await leaveField(terminal);
    await terminal.press("g");
    await terminal.shows("Enter URL");
    await terminal.press("End", "C-u");
    await terminal.type(address);
    await terminal.press("Enter");
  },
  async dismissFailure(terminal) {
    await terminal.shows("Connection refused");
    await terminal.press("Enter");
    await terminal.hides("Connection refused");
  },
  async reload(terminal) {
    await leaveField(terminal);
    await terminal.press("C-r");
  },
  async back(terminal) {
    await leaveField(terminal);
    await terminal.press("Left");
  },
  async download(terminal, number) {
    await goTo(terminal, number);
    // It asks where to with a file, and under which name.
    await terminal.shows("Do you want to save or");
    await terminal.press("Enter");
    await terminal.shows("Save to file");
    await terminal.press("Enter");
  },
});
