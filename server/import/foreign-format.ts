const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

const SEPARATORS: readonly [sign: string, name: string][] = [
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "vertical bars"],
];

/** UTF-16 writes each letter of a header with a zero byte, before or behind it. */
function isUtf16(head: Buffer): boolean {
  const [a, b, c, d] = head;
  return (
    (a === 0xff && b === 0xfe) ||
    (a === 0xfe && b === 0xff) ||
    (a !== 0 && b === 0 && c !== 0 && d === 0) ||
    (a === 0 && b !== 0 && c === 0 && d !== 0)
  );
}

/** Where the first row ends: at a line end outside quotes, or at the end. */
function endOfFirstRow(head: Buffer): number {
  let isQuoted = false;
  for (const [at, byte] of head.entries()) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    const isEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN;
    if (isEnd && !isQuoted) return at;
  }
  return head.length;
}

/** Whether the carriage returns from `at` on, as copying in text mode doubles them, end with a line feed. */
function endsInLineFeed(head: Buffer, at: number): boolean {
  let next = at;
  while (head[next] === CARRIAGE_RETURN) next += 1;
  return head[next] === LINE_FEED;
}

/**
 * Names what a file is instead of CSV by RFC 4180, where its beginning shows it: another separator, UTF-16, line ends
 * of carriage returns alone, or a workbook. Null where it may be CSV. Otherwise each of its rows would be found wrong.
 *
 * @param head the beginning of the file, with its whole header row
 */
export function foreignFormatOf(head: Buffer): string | null {
  if (head.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"))) {
    return "is an Excel workbook; save it as CSV";
  }
  if (isUtf16(head)) return "is encoded as UTF-16; save it as UTF-8";
  const end = endOfFirstRow(head);
  if (head[end] === CARRIAGE_RETURN && head[end + 1] !== LINE_FEED) {
    return endsInLineFeed(head, end)
      ? "ends its lines with two or more carriage returns and a line feed; save it with line feeds"
      : "ends its lines with carriage returns alone; save it with line feeds";
  }
  const header = head.toString("utf8", 0, end);
  const other = SEPARATORS.find(([sign]) => header.includes(sign));
  return other && !header.includes(",")
    ? `is separated by ${other[1]}; save it with commas`
    : null;
}
