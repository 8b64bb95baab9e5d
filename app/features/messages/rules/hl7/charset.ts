const FALLBACK = "windows-1252";

/** Bytes 128 to 159 of Windows-1252, which Node 20 reads as control characters. */
const FROM_128 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

const HEADER_BYTES = 10_000;
export const CHARSET_FIELD = 17;

/** Reads the first character set of MSH-18, else UTF-8 if the bytes have its form, else Windows-1252: MSH-18 is often wrong. */
export function decodeMessage(bytes: Uint8Array): string {
  const head = new TextDecoder(FALLBACK).decode(
    bytes.subarray(0, HEADER_BYTES),
  );
  const [header = ""] = head.replace(/^\s+/, "").split(/[\r\n]/);
  return decoded(bytes, header.split(header.charAt(3))[CHARSET_FIELD]);
}

export function decoded(
  bytes: Uint8Array,
  declared: string | undefined,
): string {
  const charsets = [charsetNamed(declared), "utf-8"].filter(
    (charset) => charset !== null,
  );
  for (const charset of charsets) {
    try {
      return textOf(bytes, charset);
    } catch {
      // Try the next one.
    }
  }
  return textOf(bytes, FALLBACK);
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
