import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../../scripts/free-port.mjs";
import { startProgram } from "../program";
import type { Browser, EngineFolders } from "./engine";
import { inputBy } from "./webdriver-actions";

const ANSWERS_WITHIN_MS = 30_000;

/** A page that is left during a script never answers, so the script is sent again. */
const SCRIPT_ANSWERS_WITHIN_MS = 6_000;

/** Passes the result or the error of a promise to WebDriver's callback. */
function answering(expression: string): string {
  return `const done = arguments[arguments.length - 1];
${expression}.then(
  (value) => done({ value }),
  (error) => done({ error: String(error) }),
);`;
}

async function post(
  url: string,
  body: object,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<unknown> {
  const answer = await fetch(url, {
    method: "POST",
    signal: AbortSignal.timeout(withinMs),
    body: JSON.stringify(body),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

/** Starts the driver on a virtual screen, with the profile as its home. */
async function startDriver({ profile, downloads }: EngineFolders) {
  const settings = path.join(profile, ".config");
  mkdirSync(settings);
  writeFileSync(
    path.join(settings, "user-dirs.dirs"),
    `XDG_DOWNLOAD_DIR="${downloads}"\n`,
  );
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const screen = ["--auto-servernum", "-s", "-screen 0 1280x1024x24"];
  const { stop } = await startProgram(
    ["xvfb-run", ...screen, "WebKitWebDriver", `--port=${port}`],
    `${address}/status`,
    {
      HOME: profile,
      // A bus would start services that mount a file system in the home.
      DBUS_SESSION_BUS_ADDRESS: "disabled:",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    },
  );
  return { address, stop };
}

async function newSession(driver: string): Promise<string> {
  const { sessionId } = (await post(`${driver}/session`, {
    capabilities: { alwaysMatch: { pageLoadStrategy: "none" } },
  })) as { sessionId: string };
  const session = `${driver}/session/${sessionId}`;
  await post(`${session}/window/rect`, { width: 1280, height: 1000 });
  return session;
}

/** WebKitGTK has the engine of Safari. */
export const webkit: Browser = {
  name: "webkit",
  packages: ["webkit2gtk-driver", "xvfb"],
  async open(folders) {
    const { address, stop } = await startDriver(folders);
    const session = await newSession(address);
    return {
      goTo: (url) => post(`${session}/url`, { url }),
      async evaluate(expression) {
        const { value, error } = (await post(
          `${session}/execute/async`,
          { script: answering(expression), args: [] },
          SCRIPT_ANSWERS_WITHIN_MS,
        )) as { value?: string; error?: string };
        if (error) throw new Error(error);
        return value ?? "null";
      },
      ...inputBy((actions) => post(`${session}/actions`, { actions })),
      close: stop,
    };
  },
};
