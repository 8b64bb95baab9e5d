const CONTROL = /^((un)?visited )?link$|^(push|toggle) button$/;

/** What Orca says of things beside their names, in small letters but for lists. */
const ABOUT_THINGS =
  /^(leaving .*|banner|form|information|main content|navigation|search|panel|dialog|caption|image|entry|row header|column header|combo box|spin button|required|heading level \d|table with .*|List with .*|row \d+|column \d+)$/;

/** Between the name of a thing and its role. */
const STATE = /^(collapsed|expanded|grayed|(not )?(pressed|checked|selected))$/;

/** What cells of a table have side by side. */
const CELL = /^(Unknown|None|Current)$/;

const MONTH = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b.{0,5}$/;

/** Nobody follows a phrase of more letters, and nobody can stop it in between. */
const LONGEST_PHRASE = 500;

function isName(phrase: string | undefined): boolean {
  return (
    phrase !== undefined &&
    ![CONTROL, ABOUT_THINGS, STATE].some((one) => one.test(phrase))
  );
}

/** The phrase before this one that is no state. */
function before(said: readonly string[], at: number): string | undefined {
  return said
    .slice(0, at)
    .filter((phrase) => !STATE.test(phrase))
    .at(-1);
}

/** What nobody wants to hear, by the phrase at a place and those around it. */
const ODD: Record<string, (said: readonly string[], at: number) => boolean> = {
  "a status that is called by its role": (said, at) =>
    /^status ?bar$/i.test(said[at] ?? ""),
  "a field that is wrong before anything was typed": (said, at) =>
    /invalid entry/i.test(said[at] ?? ""),
  "an empty line": (said, at) => said[at] === "blank",
  // Firefox says it of each of its date fields, which begin with the month.
  "something to click without a role": (said, at) =>
    said[at] === "clickable" && said[at + 1] !== "Month",
  "a control without a name": (said, at) =>
    CONTROL.test(said[at] ?? "") && !isName(before(said, at)),
  "the same twice": (said, at) =>
    said[at] === said[at - 1] &&
    isName(said[at]) &&
    !CELL.test(said[at] ?? "") &&
    /[a-z]{4}/i.test(said[at] ?? ""),
  "hidden words as a phrase of their own": (said, at) =>
    /^[,;:]/.test(said[at] ?? ""),
  "labels of an axis, one by one": (said, at) =>
    [at, at + 1, at + 2].every((one) => MONTH.test(said[one] ?? "")),
  "a whole panel in one breath": (said, at) =>
    (said[at]?.length ?? 0) > LONGEST_PHRASE,
};

/** Each thing in what was said that nobody wants to hear, with where it was. */
export function oddPhrases(said: readonly string[]): string[] {
  return said.flatMap((phrase, at) =>
    Object.entries(ODD)
      .filter(([, isOdd]) => isOdd(said, at))
      .map(([what]) => {
        const place = at > 0 ? `after '${said[at - 1]}'` : "at the beginning";
        return `${what}: '${phrase.slice(0, 80)}' ${place}`;
      }),
  );
}
