/** What a text browser sets before a link or a field, so that users can name it: '[12]', in lynx '([12]BUTTON) '. */
const NUMBER = /\[(\d+)\]/;
const NUMBERS = new RegExp(NUMBER, "g");

/** Upper edge of a menu or of a box that stands open over the page. */
const EDGE = /[+┌][-─]{3,}[+┐]/;

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The words of a screen as a user reads them, however its lines break. */
export function wordsOf(screen: string): string {
  return plain(screen.replaceAll(NUMBERS, ""));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A text that a line may break at any space. */
function sourceOf(text: string | RegExp): string {
  return typeof text === "string"
    ? escaped(text).replaceAll(/\s+/g, "\\s+")
    : text.source;
}

/** Numbers of the links, buttons and boxes that begin with the text. */
function numbersOf(screen: string, text: string | RegExp): number[] {
  const pattern = new RegExp(
    `\\[(\\d+)\\](?:BUTTON\\)|\\[[ X]\\])?\\s*(?:${sourceOf(text)})`,
    "g",
  );
  return [...screen.matchAll(pattern)].map(([, number]) => Number(number));
}

/** Number of the first link, button or box that begins with the text; null where there is none. */
export function numberOf(screen: string, text: string | RegExp): number | null {
  return numbersOf(screen, text)[0] ?? null;
}

export function lastNumberOf(
  screen: string,
  text: string | RegExp,
): number | null {
  return numbersOf(screen, text).at(-1) ?? null;
}

/** Number of the field whose label the text is, or of the first link or field after the text; null where there is none. */
export function numberAfter(
  screen: string,
  text: string | RegExp,
): number | null {
  const source = sourceOf(text);
  const found =
    new RegExp(`(?:${source})[\\s([]*\\[(\\d+)\\]`).exec(screen) ??
    new RegExp(`(?:${source})[^]*?\\[(\\d+)\\]`).exec(screen);
  return found ? Number(found.at(-1)) : null;
}

/** What stands in the field of this number. */
export function valueOf(screen: string, number: number): string {
  const at = screen.indexOf(`[${number}]`);
  const rest = screen.slice(at + `[${number}]`.length);
  const field = /^\[?(?:\(\d+\))?_*([^\n\]]*?)_*(?:\]|\s{2,}|\n|$)/.exec(rest);
  return field?.[1]?.replace(/_{2,}.*$/, "").trim() ?? "";
}

/** The choices of the menu that stands open over the page, in their order; lynx numbers them. */
export function menuOf(screen: string): string[] {
  const lines = screen.split("\n");
  const top = lines.findIndex((line) => EDGE.test(line));
  const edge = EDGE.exec(lines[top] ?? "");
  if (!edge) return [];
  const [start, end] = [edge.index, edge.index + edge[0].length];
  const choices: string[] = [];
  for (const line of lines.slice(top + 1)) {
    if (!/[|│]/.test(line[start] ?? "")) break;
    const choice = line.slice(start + 1, end - 1);
    choices.push(choice.replace(/^[\s\d:*]*(\(\d+\)_*)?/, "").trim());
  }
  return choices;
}
