/**
 * Content-Disposition of a file to save as `name.type` (RFC 5987): the name whole and in UTF-8, and before it in plain
 * letters for whoever reads no other.
 */
export function attachmentOf(name: string, type: string): string {
  const safe = `${name}.${type}`
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]+/gu, " ")
    .trim();
  const plain = safe.replace(/[^ -~]|["%]/g, "_");
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
