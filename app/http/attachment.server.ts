const LONGEST_NAME = 255;
/** What browsers may not take as it stands, besides all that is not ASCII: lynx ends a name at its first space. */
const QUOTED = /[ "\\%]/g;
const NOT_ASCII = /[^\x20-\x7e]/gu;
/** What `encodeURIComponent` leaves, and RFC 5987 does not. */
const LEFT_BY_URI = /['()*]/g;

/**
 * `Content-Disposition` of a file to save (RFC 6266): a plain name for every browser, and where that differs the name
 * itself in UTF-8 (RFC 5987). Throws for a name that is none: with control characters, path separators, or nothing in it.
 */
export function attachment(name: string): string {
  const isOdd =
    name === "" ||
    name.length > LONGEST_NAME ||
    /[\p{Cc}\p{Cs}/\\]/u.test(name);
  if (isOdd) throw new Error("not a file name");
  const plain = name.replace(NOT_ASCII, "_").replace(QUOTED, "_");
  const quoted = `attachment; filename="${plain}"`;
  if (plain === name) return quoted;
  const encoded = encodeURIComponent(name).replace(
    LEFT_BY_URI,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${quoted}; filename*=UTF-8''${encoded}`;
}
