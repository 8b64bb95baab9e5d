export interface DecodedMessage {
  text: string;
  charset: string;
}

/** What has only characters of Windows' Latin alphabet is read without a loss by it, whatever its bytes are. */
const FALLBACK = "windows-1252";

/**
 * What that has for the bytes from 128 to 159. Node 20 reads them as control characters, as the standard does whose name many
 * senders give it; no message has these.
 */
const FROM_128 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** MSH-18 stands in the first line; a longer one is no header. */
const HEADER_BYTES = 10_000;
export const CHARSET_FIELD = 17;

/**
 * Reads a message in the first character set that MSH-18 names. Where it names none, ASCII, or one that is not known or cannot
 * be, the bytes are UTF-8 if they have its form, and else Windows' Latin alphabet: senders often leave MSH-18 out, or as it was.
 */
export function decodeMessage(bytes: Uint8Array): DecodedMessage {
  const head = new TextDecoder(FALLBACK).decode(
    bytes.subarray(0, HEADER_BYTES),
  );
  const [header = ""] = head.replace(/^\s+/, "").split(/[\r\n]/);
  return decoded(bytes, header.split(header.charAt(3))[CHARSET_FIELD]);
}

/** The same of some bytes of a message, by what its MSH-18 says. */
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
      // The next one may fit.
    }
  }
  return { text: textOf(bytes, FALLBACK), charset: FALLBACK };
}

/** The other way; what a character set does not have becomes a question mark. */
export function encodeText(text: string, charset: string): Uint8Array {
  if (charset === "utf-8") return new TextEncoder().encode(text);
  const byteOf = bytesOf(charset);
  const question = "?".charCodeAt(0);
  return Uint8Array.from([...text], (character) => {
    return byteOf.get(character) ?? question;
  });
}

/** Throws where the bytes have not the form of the set, or there is no such set. */
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
      // The set has nothing for this byte.
    }
  }
  BYTES_OF.set(charset, bytes);
  return bytes;
}
