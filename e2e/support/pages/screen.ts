import type { Page } from "@playwright/test";
import type { Account } from "../accounts";

/** A screen of the product, and how an account gets there. */
export interface Screen {
  name: string;
  /** Whose cookies the browser holds; none for a stranger. */
  account?: Account;
  /** An address, or the steps there. */
  open: string | ((page: Page) => Promise<void>);
}

/** An address whose scripts have made dialogs of its forms: what is pressed in that moment would be gone. */
export async function openAwake(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
}
