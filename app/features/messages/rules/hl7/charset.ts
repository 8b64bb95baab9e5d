export interface DecodedMessage {
  text: string;
  charset: string;
}

const FALLBACK = "windows-1252";

/** Bytes 128 to 159 of Windows-1252, which Node 20 reads as control characters. */
const FROM_128 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

const HEADER_BYTES = 10_000;
export const CHARSET_FIELD = 17;

/** Reads the first character set of MSH-18, else UTF-8 if the bytes have its form, else Windows-1252: MSH-18 is often wrong. */
export function decodeMessage(bytes: Uint8Array): DecodedMessage {
  const head = new TextDecoder(FALLBACK).decode(
    bytes.subarray(0, HEADER_BYTES),
  );
  const [header = ""] = head.replace(/^\s+/, "").split(/[\r\n]/);
  return decoded(bytes, header.split(header.charAt(3))[CHARSET_FIELD]);
}

export function decoded(
  bytes: Uint8Array,
  declared: string | undefined,
): DecodedMessage {
  const charsets = [charsetNamed(declared), "utf-8"].filter(
    (charset) => charset !== null,
  );
  for (const charset of charsets) {
    try {
      return { text: textOf(bytes, charset), charset };
    } catch {
      // Try the next one.
    }
  }
  return { text: textOf(bytes, FALLBACK), charset: FALLBACK };
}

/** A character that the set lacks becomes a question mark. */
export function encodeText(text: string, charset: string): Uint8Array {
  if (charset === "utf-8") return new TextEncoder().encode(text);
  const byteOf = bytesOf(charset);
  const question = "?".charCodeAt(0);
  return Uint8Array.from([...text], (character) => {
    return byteOf.get(character) ?? question;
  });
}

function textOf(bytes: Uint8Array, charset: string): string {
  const decoder = new TextDecoder(charset, { fatal: true });
  const text = decoder.decode(bytes);
  return decoder.encoding === FALLBACK
    ? text.replace(
        /[\u0080-\u009F]/g,
        (character) => FROM_128[character.charCodeAt(0) - 128] ?? character,
      )
    : text;
}

function charsetNamed(declared = ""): string | null {
  const part = /^\s*8859\/(\d{1,2})(?!\d)/.exec(declared)?.[1];
  return part ? `iso-8859-${part}` : null;
}

const BYTES_OF = new Map<string, ReadonlyMap<string, number>>();

function bytesOf(charset: string): ReadonlyMap<string, number> {
  const known = BYTES_OF.get(charset);
  if (known) return known;
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    try {
      bytes.set(textOf(Uint8Array.of(byte), charset), byte);
    } catch {
      // The set has no character for this byte.
    }
  }
  BYTES_OF.set(charset, bytes);
  return bytes;
}
