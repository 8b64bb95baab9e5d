import { all, textOf, type PageDocument } from "./document";

/** Data and records, names, controls, paper, and what is closed until somebody opens it. */
const NO_PROSE = [
  "script, style, template, svg, table, dl, li:has(time), nav, [hidden]",
  "h1, h2, h3, h4, h5, h6, summary, legend, label",
  "button, select, textarea",
  ".hidden, .paper-line, .sr-only",
  "details:not([open]) > :not(summary)",
].join(", ");

/** What is open over a page is read alone: a dialog, without scripts a section. */
const OPEN = "[role=dialog], [role=region][aria-label$=' open']";

const INLINE =
  /^(A|ABBR|B|BDI|CODE|EM|I|KBD|MARK|SMALL|SPAN|STRONG|SUB|SUP|TIME|WBR)$/;

/** Fewer words without a full stop are a name or a value. */
const FEWEST_WORDS = 6;

/** The sentences that a reader of the page meets outside of its tables, names, numbers, controls and closed details. */
function proseOf(page: PageDocument): string[] {
  const read = (page.querySelector(OPEN) ?? page.body).cloneNode(true);
  const root = read as PageDocument["body"];
  for (const element of all(root, NO_PROSE)) element.remove();
  return linesOf(root).filter(isProse);
}

/** The prose of a page that has more words than it may have: 150 of a profile, 80 of any other; else null. */
export function excessProse(path: string, page: PageDocument): string | null {
  const prose = proseOf(page);
  const words = prose.reduce((sum, line) => sum + countWords(line), 0);
  const most = /^\/(company-overview|(?!patient)\w+-profile)\b/.test(path)
    ? 150
    : 80;
  return words > most ? `${path}: ${words} words\n${prose.join("\n")}` : null;
}

/** The text of each block on a line of its own. */
function linesOf(element: Element): string[] {
  const lines: string[] = [];
  let line = "";
  for (const node of element.childNodes) {
    const isElement = node.nodeType === 1;
    if (isElement && !isInline(node as Element)) {
      lines.push(line, ...linesOf(node as Element));
      line = "";
    } else if (isElement || node.nodeType === 3) {
      line += isElement ? `${textOf(node as Element)} ` : node.textContent;
    }
  }
  return [...lines, line];
}

function isInline(element: Element): boolean {
  return (
    INLINE.test(element.tagName) &&
    !/\b(block|flex|grid)\b/.test(element.className) &&
    all(element, "*").every(isInline)
  );
}

function isProse(line: string): boolean {
  const count = countWords(line);
  return (
    count >= FEWEST_WORDS || (count > 2 && /[.!?]["”’')]*$/.test(line.trim()))
  );
}

function countWords(line: string): number {
  return line.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}
