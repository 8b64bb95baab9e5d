import type { Engine, Key } from "./engine";
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
export async function openDevtools({
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
    async picture() {
      const { data } = await call("Page.captureScreenshot", { format: "png" });
      return Buffer.from(String(data), "base64");
    },
    async close() {
      close();
      await stop();
    },
  };
}
