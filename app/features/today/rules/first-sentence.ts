/** As much as has room in a row. */
const LONGEST = 140;

/** The first sentence of a note, cut between words where it is long. */
export function firstSentence(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  const [sentence = ""] = /^.*?[.!?](?= |$)/.exec(plain) ?? [plain];
  if (sentence.length <= LONGEST) return sentence;
  const cut = sentence.slice(0, LONGEST).replace(/ \S*$/, "");
  return `${cut} …`;
}
