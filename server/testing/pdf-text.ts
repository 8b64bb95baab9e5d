import { inflateSync } from "node:zlib";

const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;
/** What a text operator shows: pieces of text as hexadecimal Windows-1252, with kerning between them. */
const SHOWN = /\[([^\]]*)\]\s*TJ/g;
const PIECE = /<([0-9a-f]*)>/g;

/** The text that a PDF with the standard fonts shows, a line for each that was drawn, in the order of drawing. */
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

/** The letters of ours in which Windows-1252 is not Latin-1; Node's decoder forgets them. */
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
