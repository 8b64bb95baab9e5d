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

/** Senders without escapes leave out the last delimiters; since version 2.7 there may be a fifth, of cut texts. */
const HEADER = /^MSH([^\w\s])((?:(?!\1)[^\w\s]){2,5})\1/;
const SEGMENT_NAME = /^[A-Z][A-Z0-9]{2}$/;
const DELETED = '""';

/** One occurrence of a field: `component(1)` is the first one, as HL7 counts. */
export class Er7Repetition {
  private readonly components: readonly string[];

  constructor(
    private readonly raw: string,
    private readonly delimiters: Delimiters,
  ) {
    this.components = raw.split(delimiters.component);
  }

  /** True where the sender deletes the whole field. */
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
    private readonly delimiters: Delimiters,
  ) {}

  /** All occurrences of a field that say something. */
  repetitions(field: number): Er7Repetition[] {
    const raw = this.fields[field] ?? "";
    return raw
      .split(this.delimiters.repetition)
      .filter((one) => one.trim() !== "")
      .map((one) => new Er7Repetition(one, this.delimiters));
  }

  /** A component of the first occurrence of a field. */
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
    const lines = text.replace(/^[\s\uFEFF]+/, "").split(/\r\n|\r|\n/);
    const delimiters = delimitersOf(lines[0] ?? "");
    if (!delimiters) return null;
    return new Er7Message(
      lines
        .map((line) => segmentOf(line, delimiters))
        .filter((segment) => segment !== null),
    );
  }

  /** The header. */
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

/**
 * The messages of a text: of a file that holds several, or a batch, whose own segments (FHS, BHS, BTS, FTS) are left out. A text
 * without any header is one message, which is then refused as such.
 */
export function splitMessages(text: string): string[] {
  const messages: string[][] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const trimmed = line.replace(/^[\s\uFEFF]+/, "");
    if (/^(FHS|BHS|BTS|FTS)[^\w\s]/.test(trimmed) || trimmed === "") continue;
    if (trimmed.startsWith("MSH") || messages.length === 0) messages.push([]);
    messages.at(-1)?.push(trimmed);
  }
  return messages.map((lines) => `${lines.join("\r")}\r`);
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
function segmentOf(line: string, delimiters: Delimiters): Er7Segment | null {
  const { field } = delimiters;
  const fields = line.replace(/^\s+/, "").split(field);
  const [name = ""] = fields;
  if (!SEGMENT_NAME.test(name)) return null;
  // The separator itself is the first field of a header.
  if (name === "MSH") fields.splice(1, 0, field);
  return new Er7Segment(name, fields, delimiters);
}

function valueOf(raw: string | undefined, delimiters: Delimiters): Er7Value {
  const trimmed = raw?.trim() ?? "";
  if (trimmed === "") return undefined;
  return trimmed === DELETED ? null : unescaped(trimmed, delimiters);
}

/** Text with its escapes resolved. Highlighting goes; what is unknown stays as it was sent. */
function unescaped(text: string, delimiters: Delimiters): string {
  const { escape } = delimiters;
  if (escape === "" || !text.includes(escape)) return text;
  const parts = text.split(escape);
  let plain = "";
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const isClosed = at % 2 === 1 && at < parts.length - 1;
    if (at % 2 === 0) plain += part;
    else if (isClosed) plain += resolved(part, delimiters);
    else plain += escape + part;
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
  const hex = /^X((?:[0-9A-F]{2})+)$/i.exec(code)?.[1];
  if (hex) return textOfHex(hex);
  return known.get(code) ?? escape + code + escape;
}

function textOfHex(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return new TextDecoder().decode(
    Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)),
  );
}
