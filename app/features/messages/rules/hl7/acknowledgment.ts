import { delimitersOf, escapesOf, type Delimiters } from "./er7";

/** MSA-1. AA: stored. AE: never usable. AR: no HL7. */
export type AcknowledgmentCode = "AA" | "AE" | "AR";

export interface Answer {
  code: AcknowledgmentCode;
  text: string | null;
  controlId: string;
  at: Date;
}

const STANDARD_HEADER = "MSH|^~\\&|";
const OWN_NAME = "SOJOURN";
const OWN_VERSION = "2.5";

const FIELD_CHARACTERS = 1_000;

/** MSH-9 of an answer has its third part since 2.3.1. */
const WITHOUT_STRUCTURE = new Set(["2.1", "2.2", "2.3"]);

/** ERR-8 has the reason since this version; 2.7 has no MSA-3. */
const ERR_FROM_VERSION = 2.5;

/**
 * One answer in the message's own delimiters, since two would be taken for answers to two messages (R267). Null if
 * MSH-15 or MSH-16 (enhanced mode) asks for none.
 *
 * @param message a character for each byte, and so is the answer: its fields go back in the sender's character set
 */
export function acknowledgmentOf(
  message: string,
  { code, text, controlId, at }: Answer,
): string | null {
  const { delimiters, fields } = headerOf(message);
  const { field, component } = delimiters;
  const sent = (number: number) => repeated(fields[number - 1] ?? "");
  const answerCode = codeOf(code, sent(15), sent(16));
  if (answerCode === null) return null;
  const version = sent(12) || OWN_VERSION;
  // A country may follow: `2.3^USA`.
  const [number = ""] = version.split(component);
  const why = text === null ? "" : escaped(text, delimiters);
  const lines = [
    [
      "MSH",
      fields[1],
      sent(5) || OWN_NAME,
      sent(6),
      sent(3),
      sent(4),
      timeStamp(at),
      "",
      messageType(sent(9), number, component),
      controlId,
      sent(11) || "P",
      version,
      ...(sent(18) ? ["", "", "", "", "", sent(18)] : []),
    ],
    ["MSA", answerCode, sent(10), ...(why ? [why] : [])],
  ];
  if (why && Number.parseFloat(number) >= ERR_FROM_VERSION) {
    const error = ["207", "Application internal error", "HL70357"];
    lines.push(["ERR", "", "", error.join(component), "E", "", "", "", why]);
  }
  return lines.map((line) => `${line.join(field)}\r`).join("");
}

/** MSH-3 is `fields[2]`. Without a readable header the usual delimiters are taken. */
function headerOf(message: string): {
  delimiters: Delimiters;
  fields: string[];
} {
  const [line = ""] = message
    .replace(/^(?:\s|\u00EF\u00BB\u00BF)+/, "")
    .split(/[\r\n]/, 1);
  const delimiters = delimitersOf(line);
  return delimiters
    ? { delimiters, fields: line.split(delimiters.field) }
    : headerOf(STANDARD_HEADER);
}

/** Nothing that is repeated may end the answer's frame. A blank of another set may be part of a character. */
function repeated(raw: string): string {
  return [...raw.slice(0, FIELD_CHARACTERS)]
    .filter((character) => character >= " " && character !== "\u007F")
    .join("")
    .replace(/^ +| +$/g, "");
}

const CONDITIONS = ["AL", "NE", "ER", "SU"];

function codeOf(
  code: AcknowledgmentCode,
  accept: string,
  application: string,
): string | null {
  const isEnhanced = [accept, application].some((condition) =>
    CONDITIONS.includes(condition),
  );
  if (!isEnhanced) return code;
  if (asksFor(accept, code)) return `C${code.charAt(1)}`;
  return asksFor(application, code) ? code : null;
}

function asksFor(condition: string, code: AcknowledgmentCode): boolean {
  return condition === "AL" || condition === (code === "AA" ? "SU" : "ER");
}

function messageType(sent: string, version: string, component: string): string {
  const [, trigger = ""] = sent.split(component);
  return trigger === "" || WITHOUT_STRUCTURE.has(version)
    ? "ACK"
    : ["ACK", trigger, "ACK"].join(component);
}

function escaped(text: string, delimiters: Delimiters): string {
  const { escape } = delimiters;
  const codes = new Map(
    escapesOf(delimiters).map(([code, delimiter]) => [delimiter, code]),
  );
  return [...repeated(text)]
    .map((character) => {
      const code = codes.get(character);
      if (code === undefined) return character;
      return escape === "" ? " " : escape + code + escape;
    })
    .join("");
}

function timeStamp(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:T]/g, "")}+0000`;
}
