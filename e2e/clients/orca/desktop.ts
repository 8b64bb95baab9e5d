import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openFirefox } from "../browsers/firefox-engine";
import type { Engine, EngineFolders } from "../browsers/engine";
import { onDisplay } from "../display";
import { startProgram } from "../program";
import { startBuses } from "./buses";
import { listenTo, type Ear } from "./ear";
import { startInTurn, type Started } from "./started";

export const FIREFOX = "firefox-esr";

const VOICE = fileURLToPath(
  new URL("./orca-customizations.py", import.meta.url),
);

/** Orca stays silent on a blank page, and on those that come after it. */
const FIRST_PAGE = "data:text/html,<title>Start</title><p>Start";

/** Firefox on a screen, with Orca at work. */
export interface Desktop extends Started {
  engine: Engine;
  ear: Ear;
  keyboard: {
    /** By the name that X has for the key. */
    press(key: string): void;
    type(text: string): void;
  };
}

/** A home that nobody has lived in, with Orca's voice in it. */
function moveIn(home: string, display: string): Record<string, string> {
  const prefs = path.join(home, "orca");
  const runtime = path.join(home, "run");
  mkdirSync(prefs, { recursive: true });
  mkdirSync(runtime, { mode: 0o700 });
  copyFileSync(VOICE, path.join(prefs, "orca-customizations.py"));
  return {
    DISPLAY: display,
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_RUNTIME_DIR: runtime,
    HEARD_FILE: path.join(home, "heard"),
    GSETTINGS_BACKEND: "memory",
    GTK_USE_PORTAL: "0",
    GNOME_ACCESSIBILITY: "1",
    LANG: "C.UTF-8",
    PYTHONDONTWRITEBYTECODE: "1",
  };
}

function xdotool(env: Record<string, string>, ...args: string[]): void {
  const { status, stderr } = spawnSync("xdotool", args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`xdotool ${args.join(" ")}: ${stderr}`);
}

async function furnish(
  display: string,
  folders: EngineFolders,
): Promise<Desktop> {
  const home = path.join(folders.profile, "..", "home");
  const own = moveIn(home, display);
  return startInTurn(async (add) => {
    const { env } = await add(startBuses(own));
    const file = own.HEARD_FILE ?? "";
    const speaks = async () =>
      existsSync(file) && readFileSync(file, "utf8") !== "";
    await add(startProgram("orca", [], { ready: speaks, env }));
    const engine = await openFirefox(FIREFOX, folders, {
      env,
      preferences: {
        "accessibility.force_disabled": -1,
        "browser.startup.page": 1,
        "browser.startup.homepage": FIRST_PAGE,
        "remote.prefs.recommended": false,
        "browser.aboutwelcome.enabled": false,
        "browser.preonboarding.enabled": false,
        "browser.startup.homepage_override.mstone": "ignore",
      },
    });
    await add(Promise.resolve({ stop: () => engine.close() }));
    xdotool(
      env,
      ...["search", "--sync", "--onlyvisible", "--class", "firefox"],
      ...["windowsize", "--sync", "1280", "1000", "windowfocus", "--sync"],
    );
    return {
      engine,
      ear: listenTo(file),
      keyboard: {
        press: (key) => xdotool(env, "key", "--clearmodifiers", key),
        type: (text) => xdotool(env, "type", "--delay", "30", text),
      },
    };
  });
}

/** Opens a desktop on a screen of its own, with nothing of another in it. */
export function openDesktop(folders: EngineFolders): Promise<Desktop> {
  return onDisplay((display) => furnish(display, folders));
}
