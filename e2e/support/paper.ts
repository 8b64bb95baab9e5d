import type { Page } from "@playwright/test";

/** Sheets of paper that a page takes. */
export async function sheetsOf(page: Page, format: string): Promise<number> {
  const pdf = await page.pdf({ format, preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
