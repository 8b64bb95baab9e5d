import { buffer } from "node:stream/consumers";
import {
  BOLD,
  PLAIN,
  type ReportColumn,
  type ReportContent,
  type ReportTable,
  Page,
  type Tagged,
} from "~server/cms-requests/pdf/page";
import { inStandardLetters } from "./standard-letters";

export interface DrawOptions {
  madeAt: Date;
  maker: string;
  signal: AbortSignal;
}

const SIZE = 8.5;
const PADDING = { x: 4, y: 3 };
/** Long enough for any cell; a row must fit on a page. */
const LONGEST_CELL = 300;

interface Cell {
  /** A cell that heads its column or its row; null for any other. */
  scope: "Column" | "Row" | null;
  text: string;
  left: number;
  width: number;
  isNumber: boolean;
  /** Text width if it fits on one line, which is much faster to draw; else null. */
  lineWidth: number | null;
}

interface Row {
  cells: Cell[];
  height: number;
}

/** Draws a table and repeats its head on every page. */
async function drawTable(
  page: Page,
  { columns, rows }: ReportTable,
  hasHead = true,
): Promise<void> {
  const { document } = page;
  const element = page.add("Table");
  const labels = columns.map(({ label }) => label);
  const head = measuredRow(page, columns, labels, true);
  if (hasHead) {
    page.ensureRoom(head.height + 2 * SIZE);
    drawRow(page, element, head);
  }
  for (const texts of rows) {
    const row = measuredRow(page, columns, texts);
    if (page.ensureRoom(row.height) && hasHead) drawRow(page, null, head);
    drawRow(page, element, row);
    await page.breathe();
  }
  element.end();
  document.x = page.left;
  document.y += 6;
}

function measuredRow(
  page: Page,
  columns: readonly ReportColumn[],
  texts: readonly string[],
  isHead = false,
): Row {
  const { document } = page;
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  let left = page.left + PADDING.x;
  let height = 0;
  const cells = columns.map((column, index): Cell => {
    const inPoints = (page.width * column.width) / all;
    const width = inPoints - 2 * PADDING.x;
    const cell: Cell = {
      scope: isHead ? "Column" : index === 0 ? "Row" : null,
      text: inStandardLetters(truncate(texts[index] ?? "")),
      left,
      width,
      isNumber: column.isNumber ?? false,
      lineWidth: null,
    };
    left += inPoints;
    setFont(page, cell);
    const lineWidth = document.widthOfString(cell.text);
    if (lineWidth <= width) cell.lineWidth = lineWidth;
    const textHeight =
      cell.lineWidth === null
        ? document.heightOfString(cell.text, { width })
        : document.currentLineHeight(true);
    height = Math.max(height, textHeight + 2 * PADDING.y);
    return cell;
  });
  return { cells, height };
}

/** @param table null for a repeated head, which is already in the structure */
function drawRow(page: Page, table: Tagged | null, row: Row): void {
  const { document } = page;
  const top = document.y;
  if (table) {
    const element = document.struct("TR");
    table.add(element);
    for (const cell of row.cells) {
      const { scope } = cell;
      // pdfkit accepts a scope that its types lack.
      const options = (scope ? { scope } : {}) as { title?: string };
      const inRow = document.struct(scope ? "TH" : "TD", options);
      element.add(inRow);
      inRow.add(() => drawText(page, cell, top + PADDING.y));
      inRow.end();
    }
    element.end();
  } else {
    document.markContent("Artifact", { type: "Pagination" });
    for (const cell of row.cells) drawText(page, cell, top + PADDING.y);
    document.endMarkedContent();
  }
  page.rule(top + row.height);
  document.y = top + row.height;
}

function drawText(page: Page, cell: Cell, top: number): void {
  setFont(page, cell);
  const { text, left, width, isNumber, lineWidth } = cell;
  if (lineWidth === null) {
    const align = isNumber ? "right" : "left";
    page.document.text(text, left, top, { width, align });
  } else {
    const indent = isNumber ? width - lineWidth : 0;
    page.document.text(text, left + indent, top, { lineBreak: false });
  }
}

function setFont(page: Page, { scope }: Cell): void {
  page.font(scope ? BOLD : PLAIN, SIZE);
}

/**
 * Draws a tagged PDF with standard fonts, for screen readers. Equal content and time give equal bytes. Yields to other
 * work; throws if aborted.
 */
export async function drawReport(
  content: ReportContent,
  options: DrawOptions,
): Promise<Buffer> {
  // A megabyte of code that most processes never need.
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    size: "LETTER",
    margins: { top: 70, bottom: 64, left: 54, right: 54 },
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-US",
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: content.title,
      Author: options.maker,
      Creator: options.maker,
      Producer: options.maker,
      CreationDate: options.madeAt,
      ModDate: options.madeAt,
    },
  });
  const page = new Page(document, options.signal);
  page.heading("H1", content.title);
  page.banner(content.banner);
  const columns = [
    { label: "About", width: 28 },
    { label: "Value", width: 72 },
  ];
  await drawTable(page, { columns, rows: content.facts }, false);
  for (const { heading, sentences = [], table } of content.sections) {
    page.heading("H2", heading);
    for (const sentence of sentences) page.paragraph(sentence);
    if (table) await drawTable(page, table);
  }
  await page.finish(content.runningHead, content.banner);
  return buffer(document);
}

function truncate(text: string): string {
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
}
