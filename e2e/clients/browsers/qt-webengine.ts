import { writeFileSync } from "node:fs";
import path from "node:path";
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

/** Qt's window takes letters and no other keys, so the page is sent the event, and Enter submits the form of its field. */
function sendKey(key: Key): string {
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
  const { call, close } = await openSocket(await firstPage(host));
  await call("Page.enable");
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
      const at = { x, y, button: "left", clickCount: 1 };
      for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
        await call("Input.dispatchMouseEvent", {
          ...(type === "mouseMoved" ? { x, y } : at),
          type,
        });
      }
    },
    async type(text) {
      await call("Input.insertText", { text });
    },
    async pressKey(key) {
      await call("Runtime.evaluate", { expression: sendKey(key) });
    },
    async close() {
      close();
      await stop();
    },
  };
}

/** Qt WebEngine 5, as Debian has it: the engine of Chromium 87, which old kiosks and tablets have too. */
export const qtWebengine: Browser = {
  name: "chromium-87",
  packages: ["qmlscene", "qml-module-qtwebengine"],
  open,
};
