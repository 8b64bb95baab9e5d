/** One line with an ellipsis where more follows, which does not count towards `longest`. */
export function briefText(text: string, longest: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= longest) return line;
  const start = line.slice(0, longest + 1);
  const words = start.slice(0, start.lastIndexOf(" "));
  const brief = words.replace(/[.,;:]+$/, "") || line.slice(0, longest);
  // Drops the half of a surrogate pair.
  return `${brief.replace(/[\ud800-\udbff]$/, "")}…`;
}
