/** What ends a line, turns it around or is not seen would make a name look like another; some people's names need joiners and variants. */
const UNFIT =
  /(?![\u200c\u200d\p{Variation_Selector}])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export function isFitName(name: string): boolean {
  return withoutUnfit(name) === name;
}

export function withoutUnfit(name: string): string {
  return name.replace(UNFIT, "");
}

/** Scripts with look-alike letters, and scripts that are written together. Letters outside all groups form one more. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];

export function isOfOneScript(text: string): boolean {
  const letters = text.normalize("NFKC").match(/\p{L}/gu) ?? [];
  const scripts = letters
    .filter(
      (letter) => !/[\p{Script=Common}\p{Script=Inherited}]/u.test(letter),
    )
    .map((letter) => SCRIPTS.findIndex((script) => script.test(letter)));
  return new Set(scripts).size <= 1;
}
