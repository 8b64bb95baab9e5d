import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../../scripts/free-port.mjs";
import { startProgram } from "../program";
import type { Browser, Engine, EngineFolders } from "./engine";
import { inputBy } from "./webdriver-actions";

const SCRIPT_WITHIN_MS = 20_000;
const ANSWERS_WITHIN_MS = 30_000;

/** A page that is left meanwhile never answers: whoever asked asks again. */
const PAGE_ANSWERS_WITHIN_MS = 6_000;

/** Debian keeps it in a folder of the architecture: /usr/lib/x86_64-linux-gnu/… */
function miniBrowser(): string | undefined {
  return readdirSync("/usr/lib")
    .map((one) => `/usr/lib/${one}/webkit2gtk-4.1/MiniBrowser`)
    .find((one) => existsSync(one));
}

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
  body: object = {},
  withinMs = ANSWERS_WITHIN_MS,
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(withinMs),
    body: method === "POST" ? JSON.stringify(body) : null,
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

/** Starts the driver on a screen that nobody sees. Its home is its own, so that nothing is left from one journey to the next. */
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
    "xvfb-run",
    [...screen, "WebKitWebDriver", `--port=${port}`],
    {
      ready: `${address}/status`,
      env: {
        HOME: profile,
        // A bus would start services that keep a file system within the home.
        DBUS_SESSION_BUS_ADDRESS: "disabled:",
        WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      },
    },
  );
  return { address, stop };
}

async function newSession(driver: string): Promise<string> {
  const { sessionId } = (await ask(`${driver}/session`, "POST", {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: "none",
        timeouts: { script: SCRIPT_WITHIN_MS },
        "webkitgtk:browserOptions": {
          binary: miniBrowser(),
          args: ["--automation"],
        },
      },
    },
  })) as { sessionId: string };
  const session = `${driver}/session/${sessionId}`;
  await ask(`${session}/window/rect`, "POST", { width: 1280, height: 1000 });
  return session;
}

async function open(folders: EngineFolders): Promise<Engine> {
  const { address, stop } = await startDriver(folders);
  const session = await newSession(address);
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
    ...inputBy((actions) => ask(`${session}/actions`, "POST", { actions })),
    close: stop,
  };
}

/** WebKitGTK in its own driver: Safari's engine, as near to it as a machine without a Mac comes. */
export const webkit: Browser = {
  name: "webkit",
  packages: ["webkit2gtk-driver", "xvfb"],
  open,
};
