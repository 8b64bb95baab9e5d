import { setImmediate as nextTurn } from "node:timers/promises";
import { inStandardLetters } from "./standard-letters";

/** Anything in it may be shown to all viewers of its facility. */
export interface ReportContent {
  title: string;
  /** Shown under the title and at the foot of every page. */
  banner: string;
  /** Shown at the head of every page, to identify a loose sheet. */
  runningHead: RunningHead;
  facts: readonly (readonly [name: string, value: string])[];
  sections: readonly ReportSection[];
}

interface RunningHead {
  facility: string;
  report: string;
}

export interface ReportSection {
  heading: string;
  sentences?: readonly string[];
  table?: ReportTable;
}

export interface ReportTable {
  columns: readonly ReportColumn[];
  /** One cell per column; the first names the row. */
  rows: readonly (readonly string[])[];
}

export interface ReportColumn {
  label: string;
  /** Share of the table's width, relative to the other columns. */
  width: number;
  isNumber?: boolean;
}

type Document = PDFKit.PDFDocument;
type Tag = "H1" | "H2" | "P";

export const PLAIN = "Helvetica";
export const BOLD = "Helvetica-Bold";
type Font = typeof PLAIN | typeof BOLD;
const INK = "#1b1f24";
const RULE = "#9aa3ad";
const BANNER_FILL = "#fff3d6";
const BANNER_PADDING = 8;
const SIZES = { H1: 17, H2: 12.5, P: 9.5, margin: 8 } as const;
/** Room a heading needs, else it moves to the next page. */
const ROOM_BELOW_HEADING = 110;
const FOOTER_FROM_BOTTOM = 44;
/** Tops of the running head's two lines, and of the rule below. */
const HEAD = { first: 28, second: 39, rule: 53 } as const;
const GAP_BEFORE_PAGE_NUMBER = 12;
/** Longer work without a pause slows down other requests. */
const TURN_MS = 8;

export type Tagged = ReturnType<Document["struct"]>;

/** The pages of a report. All text is in the document's structure; lines are decoration. */
export class Page {
  readonly #root: Tagged;
  #turnBegan = performance.now();

  constructor(
    readonly document: Document,
    readonly signal: AbortSignal,
  ) {
    this.#root = document.struct("Document");
    document.addStructure(this.#root);
  }

  get left(): number {
    return this.document.page.margins.left;
  }

  get width(): number {
    const { width, margins } = this.document.page;
    return width - margins.left - margins.right;
  }

  /** Begins a new page if the rest of this one is lower than `height`; true if it did. */
  ensureRoom(height: number): boolean {
    const isLacking = this.document.y + height > this.document.page.maxY();
    if (isLacking) this.document.addPage();
    return isLacking;
  }

  add(tag: string): Tagged {
    const element = this.document.struct(tag);
    this.#root.add(element);
    return element;
  }

  heading(tag: "H1" | "H2", text: string): void {
    const { document } = this;
    this.ensureRoom(ROOM_BELOW_HEADING);
    if (tag === "H2") document.y += 14;
    this.#write(tag, text, BOLD);
    document.y += 5;
  }

  paragraph(text: string): void {
    this.#write("P", text, PLAIN);
    this.document.y += 5;
  }

  banner(text: string): void {
    const { document, left, width } = this;
    const top = document.y;
    const inner = width - 2 * BANNER_PADDING;
    this.font(BOLD, SIZES.P + 1);
    const height = document.heightOfString(text, { width: inner });
    this.decoration(() => {
      document
        .rect(left, top, width, height + 2 * BANNER_PADDING)
        .fill(BANNER_FILL);
    });
    document.y = top + BANNER_PADDING;
    this.#write("P", text, BOLD, {
      size: SIZES.P + 1,
      indent: BANNER_PADDING,
    });
    document.y = top + height + 2 * BANNER_PADDING + 10;
  }

  font(name: Font, size: number): void {
    this.document.font(name).fontSize(size).fillColor(INK);
  }

  /** Lines and fills, ignored by screen readers. */
  decoration(draw: () => void): void {
    const { document } = this;
    document.markContent("Artifact", { type: "Layout" });
    document.save();
    draw();
    document.restore();
    document.endMarkedContent();
  }

  rule(y: number): void {
    this.decoration(() => {
      this.document
        .lineWidth(0.5)
        .moveTo(this.left, y)
        .lineTo(this.left + this.width, y)
        .stroke(RULE);
    });
  }

  /** Yields to other work if this took long; throws if the report was cancelled. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#turnBegan < TURN_MS) return;
    await nextTurn();
    this.signal.throwIfAborted();
    this.#turnBegan = performance.now();
  }

  async finish(head: RunningHead, footer: string): Promise<void> {
    const { document } = this;
    this.#root.end();
    const { start, count } = document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      document.switchToPage(start + index);
      const { margins, height } = document.page;
      // Text below the margin would begin a new page.
      margins.bottom = 0;
      document.markContent("Artifact", { type: "Pagination" });
      this.#drawHead(head, `Page ${index + 1} of ${count}`);
      this.font(PLAIN, SIZES.margin);
      document.text(
        inStandardLetters(footer),
        this.left,
        height - FOOTER_FROM_BOTTOM,
        { width: this.width, align: "center" },
      );
      document.endMarkedContent();
      this.rule(HEAD.rule);
      await this.breathe();
    }
    // Half of the final work, then a pause for others.
    document.flushPages();
    await this.breathe();
    document.end();
  }

  #drawHead({ facility, report }: RunningHead, pageNumber: string): void {
    const { document, left, width } = this;
    this.font(PLAIN, SIZES.margin);
    const numberWidth = document.widthOfString(pageNumber);
    document.text(pageNumber, left + width - numberWidth, HEAD.first, {
      lineBreak: false,
    });
    this.#line(report, PLAIN, HEAD.second, width);
    const room = width - numberWidth - GAP_BEFORE_PAGE_NUMBER;
    this.#line(facility, BOLD, HEAD.first, room);
  }

  /** One line, cut to the width. */
  #line(text: string, font: Font, top: number, width: number): void {
    const { document, left } = this;
    this.font(font, SIZES.margin);
    const height = document.currentLineHeight();
    const options = { width, height, ellipsis: true };
    document.text(inStandardLetters(text), left, top, options);
  }

  #write(
    tag: Tag,
    text: string,
    font: Font,
    { size, indent = 0 }: { size?: number; indent?: number } = {},
  ): void {
    const { document } = this;
    const shown = inStandardLetters(text);
    const width = this.width - 2 * indent;
    this.font(font, size ?? SIZES[tag]);
    this.ensureRoom(document.heightOfString(shown, { width }));
    const element = this.add(tag);
    element.add(() => {
      document.text(shown, this.left + indent, document.y, { width });
    });
    element.end();
  }
}
