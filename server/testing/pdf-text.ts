import { inflateSync } from "node:zlib";

const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;
/** Text operators: hexadecimal Windows-1252 with kerning. */
const SHOWN = /\[([^\]]*)\]\s*TJ/g;
const PIECE = /<([0-9a-f]*)>/g;

/** A line per drawn text, in drawing order. */
export function textOfPdf(file: Uint8Array): string {
  const bytes = Buffer.from(file).toString("latin1");
  return [...bytes.matchAll(STREAM)]
    .map(([, content = ""]) => readable(content))
    .flatMap((content) => [...content.matchAll(SHOWN)])
    .map(([, pieces = ""]) =>
      [...pieces.matchAll(PIECE)].map(([, hex = ""]) => decode(hex)).join(""),
    )
    .join("\n");
}

function readable(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
  } catch {
    return stream;
  }
}

/** Windows-1252 letters that differ from Latin-1; Node's decoder lacks them. */
const OWN_LETTERS: Record<string, string> = {
  "\u0085": "…",
  "\u0091": "‘",
  "\u0092": "’",
  "\u0096": "–",
  "\u0097": "—",
};

function decode(hex: string): string {
  return Buffer.from(hex, "hex")
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (letter) => OWN_LETTERS[letter] ?? "?");
}
