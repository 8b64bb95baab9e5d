/** Fits into a row. */
const LONGEST = 140;

/** The first sentence of a note, cut between words where it is long; it ends with ' …' where there is more. */
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
