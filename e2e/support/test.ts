import { test as base, expect, type Page } from "@playwright/test";

export interface ScriptsOption {
  /** Whether the browser runs the product's scripts in this project. */
  scripts: boolean;
  /** Whether the browser has only what the oldest that scripts run in have. */
  oldest: boolean;
}

/** What the browser complained about while a page was open: errors, policy violations, missing files. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // Chromium repeats each failed request here; the listener below tells documents from files.
    if (message.text().startsWith("Failed to load resource")) return;
    complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => {
    complaints.push(`uncaught: ${error.message}`);
  });
  page.on("response", (response) => {
    const isPage =
      response.request().resourceType() === "document" ||
      new URL(response.url()).searchParams.has("_data");
    if (response.status() >= 500 || (response.status() >= 400 && !isPage)) {
      complaints.push(`${response.status()}: ${response.url()}`);
    }
  });
  return complaints;
}

export const test = base.extend<ScriptsOption & { quiet: void }>({
  scripts: [true, { option: true }],
  // OLDEST_BROWSER=1 runs all journeys like that, to look for what is missing.
  oldest: [process.env.OLDEST_BROWSER === "1", { option: true }],
  context: async ({ context, oldest }, use) => {
    // It reads what every browser has ever had, which takes a second.
    if (oldest) await (await import("./oldest-browser")).makeOld(context);
    await use(context);
  },
  /** Every journey ends with a browser that has nothing to complain about. */
  quiet: [
    async ({ page }, use) => {
      const complaints = complaintsOf(page);
      await use();
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
