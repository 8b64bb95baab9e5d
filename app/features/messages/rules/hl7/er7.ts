import { CHARSET_FIELD, decoded } from "./charset";

/** Text, null if the sender deletes what it said (`""`), undefined if it says nothing (HL7, chapter 2). */
export type Er7Value = string | null | undefined;

export interface Delimiters {
  field: string;
  component: string;
  repetition: string;
  /** Empty: nothing is escaped. */
  escape: string;
  subcomponent: string;
}

interface Encoding extends Delimiters {
  charset: string | undefined;
}

/** Senders without escapes leave out the last delimiters; 2.7 has a fifth. */
const HEADER = /^MSH([^\w\s])((?:(?!\1)[^\w\s]){2,5})\1/;
const SEGMENT_NAME = /^[A-Z][A-Z0-9]{2}$/;
const DELETED = '""';

/** One occurrence of a field. `component(1)` is the first, as in HL7. */
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

/** `repetitions(3)` are those of the third field, as in HL7. */
export class Er7Segment {
  constructor(
    readonly name: string,
    private readonly fields: readonly string[],
    private readonly delimiters: Encoding,
  ) {}

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

  /** Null also if it is deleted. */
  text(field: number, component = 1, subcomponent = 1): string | null {
    return this.value(field, component, subcomponent) ?? null;
  }
}

export class Er7Message {
  private constructor(readonly segments: readonly Er7Segment[]) {}

  /** Null if the text does not begin with a header that declares its delimiters. */
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

/** As a character, or its bytes read one by one. */
const BYTE_ORDER_MARK = /(?:\uFEFF|\u00EF\u00BB\u00BF)(?=\s*[MFB][SH][HS])/g;

const BATCH = /^(FHS|BHS|BTS|FTS)[^\w\s]/;
const NEXT_HEADER = /[\r\n](?=\s*MSH[^\w\s])/;
const WELL_KNOWN =
  /^(MSH|EVN|PID|PD1|MRG|PV1|PV2|DG1|IN1|IN2|IN3|NK1|AL1|OBX|OBR|ORC|GT1|ROL|NTE|ACC|UB1|UB2|DB1|PR1|DRG|ARV|PDA|SFT|Z[A-Z0-9]{2})[^\w\s]/;

/** The messages of a file or batch, without the batch's own segments. A text without a header is one message. */
export function splitMessages(text: string): string[] {
  return text
    .replace(BYTE_ORDER_MARK, "\r")
    .split(NEXT_HEADER)
    .map((message) => linesOf(message).filter((line) => !BATCH.test(line)))
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\r")}\r`);
}

/** FHIR, as far as its beginning shows. */
export function isJson(raw: string): boolean {
  return /^\s*[{[]/.test(raw);
}

export function isOfSeveral(text: string): boolean {
  return BATCH.test(text.trimStart()) || NEXT_HEADER.test(text.trimStart());
}

/** Lines of segments. If a CR ends the header, a line feed within a segment is text; otherwise any line end ends one. */
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

/** Fields without the name of a segment before them. */
function isRest(line: string, field: string): boolean {
  const [name = "", ...fields] = line.split(field);
  return fields.length > 0 && !SEGMENT_NAME.test(name);
}

export function delimitersOf(header: string): Delimiters | null {
  const [, field, own] = HEADER.exec(header) ?? [];
  if (!field || !own || new Set(own).size < own.length) return null;
  const [component = "", repetition = "", escape = "", subcomponent = "&"] =
    own;
  return { field, component, repetition, escape, subcomponent };
}

/** Null for a line that is no segment, such as the rest of a broken text. */
function segmentOf(line: string, delimiters: Encoding): Er7Segment | null {
  const { field } = delimiters;
  const fields = line.split(field);
  const [name = ""] = fields;
  if (!SEGMENT_NAME.test(name)) return null;
  // MSH-1 is the separator itself.
  if (name === "MSH") fields.splice(1, 0, field);
  return new Er7Segment(name, fields, delimiters);
}

function valueOf(raw: string | undefined, delimiters: Encoding): Er7Value {
  const trimmed = raw?.trim() ?? "";
  if (trimmed === "") return undefined;
  return trimmed === DELETED ? null : unescaped(trimmed, delimiters);
}

/** Resolves escapes. Highlighting goes, and unknown ones stay. */
function unescaped(text: string, encoding: Encoding): string {
  const { escape } = encoding;
  if (escape === "" || !text.includes(escape)) return text;
  const parts = text.split(escape);
  let plain = "";
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const isClosed = at % 2 === 1 && at < parts.length - 1;
    // Each byte of a character may have its own escape.
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

/** The codes of delimiters within text. */
export function escapesOf(delimiters: Delimiters): [string, string][] {
  const { field, component, repetition, escape, subcomponent } = delimiters;
  return [
    ["F", field],
    ["S", component],
    ["R", repetition],
    ["E", escape],
    ["T", subcomponent],
  ];
}

function resolved(code: string, delimiters: Delimiters): string {
  const { escape } = delimiters;
  const known = new Map([
    ...escapesOf(delimiters),
    ["H", ""],
    ["N", ""],
    [".br", "\n"],
  ]);
  return known.get(code) ?? escape + code + escape;
}

function hexOf(code = ""): string {
  return /^X((?:[0-9A-F]{2})+)$/i.exec(code)?.[1] ?? "";
}

function textOfHex(hex: string, { charset }: Encoding): string {
  const bytes = (hex.match(/../g) ?? []).map((byte) => parseInt(byte, 16));
  return decoded(Uint8Array.from(bytes), charset);
}
