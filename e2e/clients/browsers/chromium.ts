import { findChromium } from "../../../scripts/find-chromium.mjs";
import { startProgram } from "../program";
import { openDevtools } from "./devtools-engine";
import type { Browser } from "./engine";

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
