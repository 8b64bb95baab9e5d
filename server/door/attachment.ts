/**
 * Content-Disposition of a file to save by its name (RFC 5987): the name whole and in UTF-8, and before it in plain
 * letters for whoever reads no other. A plain name stands once.
 */
export function attachmentOf(fileName: string): string {
  const safe = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]+/gu, " ").trim();
  const plain = safe.replace(/[^ -~]|["%]/g, "_");
  if (plain === safe) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
