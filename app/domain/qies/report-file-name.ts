/** Bytes in UTF-8. File systems take 255, with the ending and what a browser adds to a second file of the name. */
const LONGEST_NAME = 200;
/** What no file system, or no reader, wants in a name: control and direction characters, separators and wildcards. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"*/:<>?\\|]+/gu;

/**
 * The name that a CMS report is saved under, 'name.file_type' (reports spec §7), without what must not be in a file's
 * name. All report files are PDF (§9): another ending would be another kind of file to who opens it.
 */
export function reportFileName(name: string): string {
  const plain = name
    .replace(REFUSED, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+/, "");
  const room = new Uint8Array(LONGEST_NAME);
  const short = plain.slice(0, new TextEncoder().encodeInto(plain, room).read);
  return `${short.replace(/[\s.]+$/, "") || "report"}.pdf`;
}
