/** Fits into a row. */
const LONGEST = 140;

/** Cut between words if it is long; ends with ' …' if there is more. */
export function firstSentence(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  const [sentence = ""] = /^.*?[.!?](?= |$)/.exec(plain) ?? [plain];
  if (sentence === plain && plain.length <= LONGEST) return plain;
  const cut =
    sentence.length <= LONGEST
      ? sentence
      : sentence.slice(0, LONGEST).replace(/ \S*$/, "");
  return `${cut} …`;
}
