import type { Reader } from "./reader";

/** Waits until something is said, and throws where it is said more than once. */
export async function hearOnce({ ear }: Reader, phrase: RegExp): Promise<void> {
  await ear.untilHeard(phrase);
  const said = (await ear.untilQuiet()).filter((words) => phrase.test(words));
  if (said.length !== 1) {
    throw new Error(`'${said[0]}' is said ${said.length} times`);
  }
}

/** Goes to a control far down the page, which must say what it is, and presses a key there. */
export async function pressAt(
  reader: Reader,
  selector: string,
  name: RegExp,
  key = "Return",
): Promise<void> {
  const { ear, visitor } = reader;
  await visitor.find(selector);
  await ear.untilQuiet();
  ear.forget();
  await visitor.run((wanted) => {
    document.querySelector<HTMLElement>(wanted)?.focus();
  }, selector);
  await ear.untilHeard(name);
  await ear.untilQuiet();
  ear.forget();
  await reader.pressKey(key);
}
