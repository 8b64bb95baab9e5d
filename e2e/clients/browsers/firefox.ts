import { on, once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { WebSocket } from "ws";
import { freePort } from "../../../scripts/free-port.mjs";
import { startProgram } from "../program";
import type { Browser } from "./engine";
import { inputBy } from "./webdriver-actions";

const ANSWERS_WITHIN_MS = 30_000;

interface Answer {
  id: number;
  result: {
    context: string;
    result?: { value?: string };
    exceptionDetails?: { text: string };
  };
  error?: string;
  message?: string;
}

/** Saves downloads without asking, and keeps Firefox from calling Mozilla. */
function preferences(downloads: string): string {
  const settings = {
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    "browser.download.always_ask_before_handling_new_types": false,
    "browser.helperApps.neverAsk.saveToDisk": "text/csv",
    "signon.rememberSignons": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "app.update.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
  };
  return Object.entries(settings)
    .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
    .join("");
}

/** Calls WebDriver BiDi over its web socket. */
async function openBidi(url: string) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, "open");
  let last = 0;
  return async (method: string, params: object) => {
    const id = (last += 1);
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    const messages = on(socket, "message", { signal, close: ["close"] });
    socket.send(JSON.stringify({ id, method, params }));
    for await (const [data] of messages) {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== id) continue;
      if (answer.error === undefined) return answer.result;
      throw new Error(`${method}: ${answer.message}`);
    }
    throw new Error(`${method}: the browser hung up`);
  };
}

/** Firefox itself speaks WebDriver BiDi. Debian has no geckodriver, and the ESR lacks commands that Playwright sends. */
export const firefox: Browser = {
  name: "firefox",
  packages: ["firefox-esr"],
  async open({ profile, downloads }) {
    writeFileSync(path.join(profile, "user.js"), preferences(downloads));
    const port = await freePort();
    const { stop } = await startProgram(
      [
        ...["firefox-esr", "--headless", "--no-remote", "--profile", profile],
        `--remote-debugging-port=${port}`,
      ],
      `http://127.0.0.1:${port}`,
    );
    const call = await openBidi(`ws://127.0.0.1:${port}/session`);
    await call("session.new", { capabilities: {} });
    // The first headless window never gets the focus.
    const { context } = await call("browsingContext.create", {
      type: "window",
    });
    const viewport = { width: 1280, height: 900 };
    await call("browsingContext.setViewport", { context, viewport });
    return {
      goTo: (url) =>
        call("browsingContext.navigate", { context, url, wait: "none" }),
      async evaluate(expression) {
        const { result, exceptionDetails } = await call("script.evaluate", {
          expression,
          target: { context },
          awaitPromise: true,
        });
        if (exceptionDetails) throw new Error(exceptionDetails.text);
        return result?.value ?? "null";
      },
      ...inputBy((actions) =>
        call("input.performActions", { context, actions }),
      ),
      close: stop,
    };
  },
};
