import { writeFileSync } from "node:fs";
import path from "node:path";
import { chromium as playwright, type Page } from "@playwright/test";
import { findChromium } from "../../../scripts/find-chromium.mjs";
import { freePort } from "../../../scripts/free-port.mjs";
import { startProgram } from "../program";
import type { Browser, Engine, Key } from "./engine";

function engineOf(page: Page | undefined): Omit<Engine, "close"> {
  if (!page) throw new Error("the browser has no page");
  return {
    goTo: (url) => page.goto(url, { waitUntil: "commit" }),
    evaluate: (expression) => page.evaluate<string>(expression),
    pressAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.insertText(text),
    pressKey: (key) => page.keyboard.press(key),
  };
}

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
    page?.on("download", (file) =>
      file.saveAs(path.join(downloads, file.suggestedFilename())),
    );
    return { ...engineOf(page), close: () => context.close() };
  },
};

/** A window that shows only the page and saves downloads without asking. */
function windowFor(downloads: string): string {
  return `import QtQuick 2.15
import QtWebEngine 1.10

WebEngineView {
  width: 1280
  height: 900
  url: "about:blank"
  profile: WebEngineProfile {
    offTheRecord: true
    downloadPath: ${JSON.stringify(downloads)}
    onDownloadRequested: download.accept()
  }
}
`;
}

/** Qt drops the keys of the protocol, so the page dispatches the event. */
function keyPress(key: Key): string {
  return `(() => {
    const at = document.activeElement;
    const event = new KeyboardEvent("keydown", {
      key: "${key}", bubbles: true, cancelable: true,
    });
    if (at.dispatchEvent(event) && "${key}" === "Enter" && at.form) {
      at.form.requestSubmit();
    }
  })()`;
}

/** Debian's Qt WebEngine 5 has the engine of Chromium 87, as old kiosks do. */
export const chromium87: Browser = {
  name: "chromium-87",
  packages: ["qmlscene", "qml-module-qtwebengine"],
  async open({ profile, downloads }) {
    const file = path.join(profile, "window.qml");
    writeFileSync(file, windowFor(downloads));
    const host = `127.0.0.1:${await freePort()}`;
    const address = `http://${host}`;
    const { stop } = await startProgram(["qmlscene", file], address, {
      HOME: profile,
      XDG_RUNTIME_DIR: profile,
      QT_QPA_PLATFORM: "offscreen",
      QT_QUICK_BACKEND: "software",
      QTWEBENGINE_DISABLE_SANDBOX: "1",
      QTWEBENGINE_REMOTE_DEBUGGING: host,
    });
    // Playwright's defaults use commands that this engine does not have.
    const options = { noDefaults: true };
    const browser = await playwright.connectOverCDP(address, options);
    const page = browser.contexts()[0]?.pages()[0];
    return {
      ...engineOf(page),
      pressKey: (key) => page!.evaluate(keyPress(key)),
      close: () => stop(),
    };
  },
};
