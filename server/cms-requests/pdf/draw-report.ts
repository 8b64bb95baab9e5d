import {
  type ReportContent,
  type ReportColumn,
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
  tag: "TH" | "TD";
  scope?: "Column" | "Row";
  text: string;
  x: number;
  width: number;
  isNumber: boolean;
  /** Text width if it fits on one line, which is much faster to draw; else null. */
  lineWidth: number | null;
}

interface Row {
  cells: Cell[];
  height: number;
  isHead: boolean;
}

/** Draws a table and repeats its head on every page. */
async function drawTable(
  page: Page,
  table: ReportTable & { hasNoHead?: boolean },
): Promise<void> {
  const columns = placesOf(page, table.columns);
  const element = page.add("Table");
  const head = measured(page, headCells(columns));
  if (!table.hasNoHead) {
    if (page.document.y + head.height + 2 * SIZE > page.bottom) {
      page.document.addPage();
    }
    drawRow(page, element, head);
  }
  for (const texts of table.rows) {
    const row = measured(page, bodyCells(columns, texts));
    if (page.document.y + row.height > page.bottom) {
      page.document.addPage();
      if (!table.hasNoHead) drawRow(page, null, head);
    }
    drawRow(page, element, row);
    await page.breathe();
  }
  element.end();
  page.document.x = page.left;
  page.document.y += 6;
}

type PlacedColumn = ReportColumn & { x: number; inPoints: number };

function placesOf(
  page: Page,
  columns: readonly ReportColumn[],
): PlacedColumn[] {
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  let x = page.left;
  return columns.map((column) => {
    const inPoints = (page.width * column.width) / all;
    const placed = { ...column, x, inPoints };
    x += inPoints;
    return placed;
  });
}

function headCells(columns: readonly PlacedColumn[]): Cell[] {
  return columns.map(({ label, x, inPoints, isNumber = false }) => ({
    tag: "TH",
    scope: "Column",
    text: inStandardLetters(label),
    x,
    width: inPoints,
    isNumber,
    lineWidth: null,
  }));
}

function bodyCells(
  columns: readonly PlacedColumn[],
  texts: readonly string[],
): Cell[] {
  return columns.map(({ x, inPoints, isNumber = false }, index) => ({
    ...(index === 0
      ? { tag: "TH" as const, scope: "Row" as const }
      : { tag: "TD" as const }),
    text: inStandardLetters(truncate(texts[index] ?? "")),
    x,
    width: inPoints,
    isNumber,
    lineWidth: null,
  }));
}

function measured(page: Page, cells: Cell[]): Row {
  const isHead = cells.every(({ scope }) => scope === "Column");
  let height = 0;
  for (const cell of cells) {
    setFont(page, cell);
    const inner = cell.width - 2 * PADDING.x;
    const width = page.document.widthOfString(cell.text);
    cell.lineWidth = width <= inner ? width : null;
    const text =
      cell.lineWidth === null
        ? page.document.heightOfString(cell.text, { width: inner })
        : page.document.currentLineHeight(true);
    height = Math.max(height, text + 2 * PADDING.y);
  }
  return { cells, height, isHead };
}

/** @param table null for a repeated head, which is already in the structure */
function drawRow(page: Page, table: Tagged | null, row: Row): void {
  const { document } = page;
  const top = document.y;
  if (table) {
    const element = document.struct("TR");
    table.add(element);
    for (const cell of row.cells) {
      const { tag, scope } = cell;
      const inRow = document.struct(tag, scope ? scopeOf(scope) : {});
      element.add(inRow);
      inRow.add(() => drawText(page, cell, top));
      inRow.end();
    }
    element.end();
  } else {
    document.markContent("Artifact", { type: "Pagination" });
    for (const cell of row.cells) drawText(page, cell, top);
    document.endMarkedContent();
  }
  page.rule(top + row.height);
  document.y = top + row.height;
}

/** pdfkit accepts a scope that its types lack. */
function scopeOf(scope: "Column" | "Row"): { title?: string } {
  return { scope } as { title?: string };
}

function drawText(page: Page, cell: Cell, top: number): void {
  setFont(page, cell);
  const { text, x, width, isNumber, lineWidth } = cell;
  const inner = width - 2 * PADDING.x;
  const left = x + PADDING.x;
  if (lineWidth === null) {
    page.document.text(text, left, top + PADDING.y, {
      width: inner,
      align: isNumber ? "right" : "left",
    });
    return;
  }
  const indent = isNumber ? inner - lineWidth : 0;
  page.document.text(text, left + indent, top + PADDING.y, {
    lineBreak: false,
  });
}

function setFont(page: Page, { tag }: Cell): void {
  page.font(tag === "TH" ? "Helvetica-Bold" : "Helvetica", SIZE);
}

/**
 * Draws a tagged PDF with standard fonts, for screen readers. Equal content and time give equal bytes. Yields to other
 * work; throws if aborted.
 */
export async function drawReport(
  content: ReportContent,
  options: DrawOptions,
): Promise<Uint8Array[]> {
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
  const parts: Uint8Array[] = [];
  document.on("data", (part: Uint8Array) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => {
    document.once("end", () => resolve());
    document.once("error", reject);
  });
  // Drawing reports the same error.
  ended.catch(() => undefined);

  const page = new Page(document, options.signal);
  page.heading("H1", content.title);
  page.banner(content.banner);
  await drawTable(page, {
    columns: [
      { label: "About", width: 28 },
      { label: "Value", width: 72 },
    ],
    rows: content.facts,
    hasNoHead: true,
  });
  for (const { heading, sentences = [], table } of content.sections) {
    page.heading("H2", heading);
    for (const sentence of sentences) page.paragraph(sentence);
    if (table) await drawTable(page, table);
  }
  await page.finish(content.runningHead, content.banner);
  await ended;
  return parts;
}

function truncate(text: string): string {
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
}
