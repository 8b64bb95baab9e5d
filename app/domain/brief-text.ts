/** The first words of a text on one line, with an ellipsis where more follows; no longer than `longest` characters without it. */
export function briefText(text: string, longest: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= longest) return line;
  const start = line.slice(0, longest + 1);
  const words = start.slice(0, start.lastIndexOf(" "));
  const brief = words.replace(/[.,;:]+$/, "") || line.slice(0, longest);
  // Half of a character of two parts is none.
  return `${brief.replace(/[\ud800-\udbff]$/, "")}…`;
}
