import path from "node:path";
import { chromium as playwright } from "@playwright/test";
import { findChromium } from "../../../scripts/find-chromium.mjs";
import type { Browser } from "./engine";

/** Today's Chromium, the yardstick for the others. */
export const chromium: Browser = {
  name: "chromium",
  packages: ["chromium"],
  async open({ profile, downloads }) {
    const context = await playwright.launchPersistentContext(profile, {
      executablePath: findChromium() ?? "",
      chromiumSandbox: false,
      viewport: { width: 1280, height: 900 },
    });
    const [page] = context.pages();
    if (!page) throw new Error("the browser shows no page");
    page.on("download", (file) =>
      file.saveAs(path.join(downloads, file.suggestedFilename())),
    );
    return {
      goTo: async (url) => void (await page.goto(url, { waitUntil: "commit" })),
      evaluate: (expression) => page.evaluate<string>(expression),
      pressAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.insertText(text),
      pressKey: (key) => page.keyboard.press(key),
      close: () => context.close(),
    };
  },
};
