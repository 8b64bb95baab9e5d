import type { ReportColumn, ReportTable } from "~server/qies/report-content";
import type { Page, Tagged } from "./page";
import { inStandardLetters } from "./standard-letters";

const SIZE = 8.5;
const PADDING = { x: 4, y: 3 };
/** No cell needs more, and a row has to fit on a page. */
const LONGEST_CELL = 300;

interface Cell {
  tag: "TH" | "TD";
  scope?: "Column" | "Row";
  text: string;
  x: number;
  width: number;
  isNumber: boolean;
  /** Width of the text where it fits on one line, which is drawn at a fraction of the work; else null. */
  lineWidth: number | null;
}

interface Row {
  cells: Cell[];
  height: number;
  isHead: boolean;
}

/** Draws a table, with its head again on every page that it goes on to. */
export async function drawTable(
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
    text: inStandardLetters(cut(texts[index] ?? "")),
    x,
    width: inPoints,
    isNumber,
    lineWidth: null,
  }));
}

function cut(text: string): string {
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
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

/** @param table null for a head that is repeated: it is in the structure already */
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

/** pdfkit takes a scope that its types do not know of. */
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
