import { writeFileSync } from "node:fs";
import path from "node:path";
import { startProgram } from "../program";
import type { Browser, Engine, EngineFolders } from "./engine";
import { openSocket } from "./socket";
import { inputBy } from "./webdriver-actions";

const PROGRAM = "firefox-esr";
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

interface Evaluated {
  type: string;
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

/** Files are kept without a question, and nothing is asked of Mozilla. */
function preferences(downloads: string): string {
  const settings = {
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    "browser.download.useDownloadDir": true,
    "browser.download.always_ask_before_handling_new_types": false,
    "browser.helperApps.neverAsk.saveToDisk": "text/csv,application/pdf",
    "pdfjs.disabled": true,
    "signon.rememberSignons": false,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "app.update.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
  };
  return Object.entries(settings)
    .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
    .join("");
}

async function open({ profile, downloads }: EngineFolders): Promise<Engine> {
  writeFileSync(path.join(profile, "user.js"), preferences(downloads));
  const { said, stop } = await startProgram(
    PROGRAM,
    [
      "--headless",
      "--no-remote",
      "--remote-debugging-port=0",
      ...["--width=1280", "--height=1000"],
      ...["--profile", profile],
    ],
    { ready: LISTENING },
  );
  const { call, close } = await openSocket(
    `${LISTENING.exec(said)?.[1]}/session`,
  );
  await call("session.new", { capabilities: {} });
  // Without a screen the first window never has the focus, and its fields hear of none.
  const window = await call("browsingContext.create", { type: "window" });
  const { context } = window as { context: string };
  await call("browsingContext.setViewport", {
    context,
    viewport: { width: 1280, height: 900 },
  });
  return {
    async goTo(url) {
      await call("browsingContext.navigate", { context, url, wait: "none" });
    },
    async evaluate(expression) {
      const answer = await call("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: true,
      });
      const { result, exceptionDetails } = answer as unknown as Evaluated;
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value ?? "null";
    },
    ...inputBy((actions) => call("input.performActions", { context, actions })),
    async close() {
      close();
      await stop();
    },
  };
}

/** Firefox over WebDriver BiDi, which it speaks without a driver of its own. */
export const firefox: Browser = {
  name: "firefox",
  packages: ["firefox-esr"],
  open,
};
