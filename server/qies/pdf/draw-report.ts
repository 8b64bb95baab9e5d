import type { ReportContent } from "~server/qies/report-content";
import { Page } from "./page";
import { drawTable } from "./draw-table";

export interface DrawOptions {
  /** The file says that it was made then. */
  madeAt: Date;
  /** Who made it, in the file's properties. */
  maker: string;
  signal: AbortSignal;
}

/**
 * Draws a report as a tagged PDF with the standard fonts: title, language, headings and tables are marked for screen
 * readers. The same content and time make the same bytes. Others have their turn while it draws; throws where the signal
 * is aborted.
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
  // It fails together with what is drawn, which tells of it.
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
