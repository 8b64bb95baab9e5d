import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../../scripts/free-port.mjs";
import { onDisplay } from "../display";
import { startProgram } from "../program";
import type { Engine, EngineFolders } from "./engine";
import {
  pressActions,
  pressKeyActions,
  typeActions,
} from "./webdriver-actions";

const SCRIPT_WITHIN_MS = 20_000;

const ANSWERS_WITHIN_MS = 30_000;

/** A page that is left meanwhile never answers: whoever asked asks again. */
const PAGE_ANSWERS_WITHIN_MS = 6_000;

/** Hands back what the expression gives, also where that is a promise; WebDriver has a word for the end of a script. */
function answering(expression: string): string {
  return `const done = arguments[arguments.length - 1];
new Promise((give) => give(${expression})).then(
  (value) => done({ value }),
  (error) => done({ error: String(error) }),
);`;
}

async function ask(
  url: string,
  method: "GET" | "POST",
  body?: object,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(withinMs),
    body: method === "POST" ? JSON.stringify(body ?? {}) : null,
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

/** WebKitGTK's MiniBrowser in its own driver, over classic WebDriver. */
export async function openWebkit(
  browser: string,
  { profile, downloads }: EngineFolders,
): Promise<Engine> {
  const port = await freePort();
  const settings = path.join(profile, ".config");
  mkdirSync(settings);
  writeFileSync(
    path.join(settings, "user-dirs.dirs"),
    `XDG_DOWNLOAD_DIR="${downloads}"\n`,
  );
  // A home of its own, so that nothing is left from one journey to the next. Its driver says nothing when it is ready.
  const { stop } = await onDisplay((display) =>
    startProgram("WebKitWebDriver", [`--port=${port}`], {
      ready: () => isAnswering(port),
      env: {
        DISPLAY: display,
        HOME: profile,
        // A bus would start services that keep a file system within the home.
        DBUS_SESSION_BUS_ADDRESS: "disabled:",
        WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      },
    }),
  );
  const session = await newSession(`http://127.0.0.1:${port}`, browser).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  const perform = (actions: object[]) =>
    ask(`${session}/actions`, "POST", { actions });
  return {
    async goTo(url) {
      await ask(`${session}/url`, "POST", { url });
    },
    async evaluate(expression) {
      const { value, error } = (await ask(
        `${session}/execute/async`,
        "POST",
        { script: answering(expression), args: [] },
        PAGE_ANSWERS_WITHIN_MS,
      )) as { value?: string; error?: string };
      if (error) throw new Error(error);
      return value ?? "null";
    },
    async pressAt(x, y) {
      await perform(pressActions(x, y));
    },
    async type(text) {
      await perform(typeActions(text));
    },
    async pressKey(key) {
      await perform(pressKeyActions(key));
    },
    async picture() {
      const data = await ask(`${session}/screenshot`, "GET");
      return Buffer.from(String(data), "base64");
    },
    close: stop,
  };
}

async function isAnswering(port: number): Promise<boolean> {
  const status = fetch(`http://127.0.0.1:${port}/status`);
  return status.then(({ ok }) => ok).catch(() => false);
}

async function newSession(driver: string, browser: string): Promise<string> {
  const { sessionId } = (await ask(`${driver}/session`, "POST", {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: "none",
        timeouts: { script: SCRIPT_WITHIN_MS },
        "webkitgtk:browserOptions": {
          binary: browser,
          args: ["--automation"],
        },
      },
    },
  })) as { sessionId: string };
  const session = `${driver}/session/${sessionId}`;
  await ask(`${session}/window/rect`, "POST", { width: 1280, height: 1000 });
  return session;
}
