import { CHARSET_FIELD, decoded } from "./charset";

/**
 * A value of an ER7 field: text, null where the sender deletes what it said before (`""`), undefined where it says nothing.
 * The difference is HL7's own (chapter 2, delimiters): no news is not the same as none.
 */
export type Er7Value = string | null | undefined;

/** The characters that take a message apart, as MSH-1 and MSH-2 declare them. */
export interface Delimiters {
  field: string;
  component: string;
  repetition: string;
  /** Empty where the sender has none: then nothing is escaped. */
  escape: string;
  subcomponent: string;
}

interface Encoding extends Delimiters {
  /** MSH-18. */
  charset: string | undefined;
}

/** Senders without escapes leave out the last delimiters; since version 2.7 there may be a fifth, of cut texts. */
const HEADER = /^MSH([^\w\s])((?:(?!\1)[^\w\s]){2,5})\1/;
const SEGMENT_NAME = /^[A-Z][A-Z0-9]{2}$/;
const DELETED = '""';

/** One occurrence of a field: `component(1)` is the first one, as HL7 counts. */
export class Er7Repetition {
  private readonly components: readonly string[];

  constructor(
    private readonly raw: string,
    private readonly delimiters: Encoding,
  ) {
    this.components = raw.split(delimiters.component);
  }

  get isDeleted(): boolean {
    return this.raw.trim() === DELETED;
  }

  component(component: number, subcomponent = 1): Er7Value {
    if (this.isDeleted) return null;
    const { subcomponent: delimiter } = this.delimiters;
    const raw = this.components[component - 1]?.split(delimiter);
    return valueOf(raw?.[subcomponent - 1], this.delimiters);
  }
}

/** A segment: `field(3)` is the third one, as HL7 counts. */
export class Er7Segment {
  constructor(
    readonly name: string,
    private readonly fields: readonly string[],
    private readonly delimiters: Encoding,
  ) {}

  /** All occurrences of a field that say something. */
  repetitions(field: number): Er7Repetition[] {
    const raw = this.fields[field] ?? "";
    return raw
      .split(this.delimiters.repetition)
      .filter((one) => one.trim() !== "")
      .map((one) => new Er7Repetition(one, this.delimiters));
  }

  value(field: number, component = 1, subcomponent = 1): Er7Value {
    return this.repetitions(field)[0]?.component(component, subcomponent);
  }

  /** The same where only text counts: null where there is none, or it is deleted. */
  text(field: number, component = 1, subcomponent = 1): string | null {
    return this.value(field, component, subcomponent) ?? null;
  }
}

/** A message in HL7's delimited encoding, versions 2.3 to 2.8. Which segments it has to have is not asked here. */
export class Er7Message {
  private constructor(readonly segments: readonly Er7Segment[]) {}

  /** Null where the text is no such message: it does not begin with a header that declares its delimiters. */
  static parse(text: string): Er7Message | null {
    const lines = linesOf(text);
    const [header = ""] = lines;
    const delimiters = delimitersOf(header);
    if (!delimiters) return null;
    const charset = header.split(delimiters.field)[CHARSET_FIELD];
    return new Er7Message(
      lines
        .map((line) => segmentOf(line, { ...delimiters, charset }))
        .filter((segment) => segment !== null),
    );
  }

  get header(): Er7Segment {
    const [header] = this.segments;
    if (!header) throw new Error("a parsed message begins with its header");
    return header;
  }

  first(name: string): Er7Segment | undefined {
    return this.segments.find((segment) => segment.name === name);
  }

  all(name: string): Er7Segment[] {
    return this.segments.filter((segment) => segment.name === name);
  }
}

/** What editors put before a file: as a character, and its bytes read one by one. */
const BYTE_ORDER_MARK = /(?:\uFEFF|\u00EF\u00BB\u00BF)(?=\s*[MFB][SH][HS])/g;

/** What begins a line or a message, and what a line feed may be followed by where it ends a segment among others that a CR ends. */
const BATCH = /^(FHS|BHS|BTS|FTS)[^\w\s]/;
const NEXT_HEADER = /[\r\n](?=\s*MSH[^\w\s])/;
const WELL_KNOWN =
  /^(MSH|EVN|PID|PD1|MRG|PV1|PV2|DG1|IN1|IN2|IN3|NK1|AL1|OBX|OBR|ORC|GT1|ROL|NTE|ACC|UB1|UB2|DB1|PR1|DRG|ARV|PDA|SFT|Z[A-Z0-9]{2})[^\w\s]/;

/**
 * The messages of a text: of a file that holds several, or a batch, whose own segments (FHS, BHS, BTS, FTS) are left out. A text
 * without any header is one message, which is then refused as such.
 */
export function splitMessages(text: string): string[] {
  return text
    .replace(BYTE_ORDER_MARK, "\r")
    .split(NEXT_HEADER)
    .map((message) => linesOf(message).filter((line) => !BATCH.test(line)))
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\r")}\r`);
}

export function isOfSeveral(text: string): boolean {
  return BATCH.test(text.trimStart()) || NEXT_HEADER.test(text.trimStart());
}

/**
 * The segments of a message, and lines that are none. Where a CR ends the header, a line feed within another segment is a character of a field;
 * else any line end ends one, and a line with fields that is no segment goes on from the one before.
 */
function linesOf(text: string): string[] {
  const plain = text.replace(/^[\s\uFEFF]+/, "");
  const isByCr = /[\r\n]/.exec(plain)?.[0] === "\r";
  const [, field] = /^[A-Z]{3}([^\w\s])/.exec(plain) ?? [];
  const lines: string[] = [];
  for (const part of plain.split(/\r\n|\r/)) {
    part.split("\n").forEach((line, at) => {
      const trimmed = line.trimStart();
      const isWithin = isByCr && at > 0 && !WELL_KNOWN.test(trimmed);
      const goesOn =
        lines.length > 0 && (isWithin || (field && isRest(trimmed, field)));
      if (goesOn) lines.push(`${lines.pop()}\n${line}`);
      else if (trimmed !== "") lines.push(trimmed);
    });
  }
  return lines;
}

/** True for fields without the name of a segment before them. */
function isRest(line: string, field: string): boolean {
  const [name = "", ...fields] = line.split(field);
  return fields.length > 0 && !SEGMENT_NAME.test(name);
}

/** The delimiters that the first line of a message declares; null where it declares none. */
export function delimitersOf(header: string): Delimiters | null {
  const [, field, own] = HEADER.exec(header) ?? [];
  if (!field || !own || new Set(own).size < own.length) return null;
  const [component = "", repetition = "", escape = "", subcomponent = "&"] =
    own;
  return { field, component, repetition, escape, subcomponent };
}

/** Null for a line that is no segment, such as the rest of a text that a sender has broken. */
function segmentOf(line: string, delimiters: Encoding): Er7Segment | null {
  const { field } = delimiters;
  const fields = line.split(field);
  const [name = ""] = fields;
  if (!SEGMENT_NAME.test(name)) return null;
  // The separator itself is the first field of a header.
  if (name === "MSH") fields.splice(1, 0, field);
  return new Er7Segment(name, fields, delimiters);
}

function valueOf(raw: string | undefined, delimiters: Encoding): Er7Value {
  const trimmed = raw?.trim() ?? "";
  if (trimmed === "") return undefined;
  return trimmed === DELETED ? null : unescaped(trimmed, delimiters);
}

/** Text with its escapes resolved. Highlighting goes; what is unknown stays as it was sent. */
function unescaped(text: string, encoding: Encoding): string {
  const { escape } = encoding;
  if (escape === "" || !text.includes(escape)) return text;
  const parts = text.split(escape);
  let plain = "";
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const isClosed = at % 2 === 1 && at < parts.length - 1;
    // The bytes of a character may have an escape each.
    let hex = isClosed ? hexOf(part) : "";
    while (hex && parts[at + 1] === "" && at + 3 < parts.length) {
      const more = hexOf(parts[at + 2]);
      if (!more) break;
      hex += more;
      at += 2;
    }
    if (at % 2 === 0) plain += part;
    else if (hex) plain += textOfHex(hex, encoding);
    else plain += isClosed ? resolved(part, encoding) : escape + part;
  }
  return plain.trim();
}

function resolved(code: string, delimiters: Delimiters): string {
  const { field, component, repetition, escape, subcomponent } = delimiters;
  const known = new Map([
    ["F", field],
    ["S", component],
    ["R", repetition],
    ["E", escape],
    ["T", subcomponent],
    ["H", ""],
    ["N", ""],
    [".br", "\n"],
  ]);
  return known.get(code) ?? escape + code + escape;
}

function hexOf(code = ""): string {
  return /^X((?:[0-9A-F]{2})+)$/i.exec(code)?.[1] ?? "";
}

/** In the character set of the message. */
function textOfHex(hex: string, { charset }: Encoding): string {
  const bytes = (hex.match(/../g) ?? []).map((byte) => parseInt(byte, 16));
  return decoded(Uint8Array.from(bytes), charset).text;
}
