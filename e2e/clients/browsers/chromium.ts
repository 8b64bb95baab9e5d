import { writeFileSync } from "node:fs";
import path from "node:path";
import { findChromium } from "../../../scripts/find-chromium.mjs";
import { freePort } from "../../../scripts/free-port.mjs";
import { startProgram } from "../program";
import type { Browser, Engine, EngineFolders, Key } from "./engine";
import { openSocket } from "./socket";

interface Evaluated {
  result: { value?: string };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

interface Listed {
  type: string;
  webSocketDebuggerUrl: string;
}

/** A browser that listens. */
interface Listening {
  host: string;
  stop: () => Promise<void>;
  /** Where it is told to save files; it may have been told before. */
  downloads?: string;
}

/** Qt's window takes letters and no other keys, so the page is told of them: who listens hears of it, and Enter sends the form that it is pressed in. */
function tellOfKey(key: Key): string {
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

async function firstPage(host: string): Promise<string> {
  const answer = await fetch(`http://${host}/json`);
  const page = ((await answer.json()) as Listed[]).find(
    ({ type }) => type === "page",
  );
  if (!page) throw new Error("the browser shows no page");
  return page.webSocketDebuggerUrl;
}

/** Chromium's own protocol, the parts that Chromium 87 and today's have in common. */
async function openDevtools({
  host,
  stop,
  downloads,
}: Listening): Promise<Engine> {
  const { call, close } = await openSocket(await firstPage(host));
  await call("Page.enable");
  if (downloads) {
    await call("Page.setDownloadBehavior", {
      ...{ behavior: "allow", downloadPath: downloads },
    });
  }
  const mouse = (type: string, x: number, y: number) =>
    call("Input.dispatchMouseEvent", {
      ...{ type, x, y },
      ...(type === "mouseMoved" ? {} : { button: "left", clickCount: 1 }),
    });
  return {
    async goTo(url) {
      const { errorText } = await call("Page.navigate", { url });
      if (typeof errorText === "string" && errorText) {
        throw new Error(`${url}: ${errorText}`);
      }
    },
    async evaluate(expression) {
      const answer = await call("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      const { result, exceptionDetails } = answer as unknown as Evaluated;
      if (!exceptionDetails) return result.value ?? "null";
      throw new Error(
        exceptionDetails.exception?.description ?? exceptionDetails.text,
      );
    },
    async pressAt(x, y) {
      for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
        await mouse(type, x, y);
      }
    },
    async type(text) {
      await call("Input.insertText", { text });
    },
    async pressKey(key) {
      await call("Runtime.evaluate", { expression: tellOfKey(key) });
    },
    async close() {
      close();
      await stop();
    },
  };
}

const LISTENING = /DevTools listening on ws:\/\/([^/]+)\//;

/** Today's Chromium, the yardstick for the others. */
export const chromium: Browser = {
  name: "chromium",
  packages: ["chromium"],
  async open({ profile, downloads }) {
    const { said, stop } = await startProgram(
      findChromium() ?? "",
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,900",
        "--remote-debugging-port=0",
        `--user-data-dir=${profile}`,
        "about:blank",
      ],
      { ready: LISTENING },
    );
    return openDevtools({
      host: LISTENING.exec(said)?.[1] ?? "",
      stop,
      downloads,
    });
  },
};

/** A window with nothing but the engine in it, which keeps what it downloads without a question. */
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

async function open({ profile, downloads }: EngineFolders): Promise<Engine> {
  const file = path.join(profile, "window.qml");
  writeFileSync(file, windowFor(downloads));
  const host = `127.0.0.1:${await freePort()}`;
  const { stop } = await startProgram("qmlscene", [file], {
    ready: /DevTools listening on/,
    env: {
      HOME: profile,
      XDG_RUNTIME_DIR: profile,
      QT_QPA_PLATFORM: "offscreen",
      QT_QUICK_BACKEND: "software",
      QTWEBENGINE_DISABLE_SANDBOX: "1",
      QTWEBENGINE_REMOTE_DEBUGGING: host,
    },
  });
  return openDevtools({ host, stop });
}

/** Qt WebEngine 5, as Debian has it: the engine of Chromium 87, which old kiosks and tablets have too. */
export const qtWebengine: Browser = {
  name: "chromium-87",
  packages: ["qmlscene", "qml-module-qtwebengine"],
  open,
};
