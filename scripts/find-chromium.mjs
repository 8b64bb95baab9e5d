import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";

/** The shell first: the whole browser draws its own window too, which takes half of the tests' time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of a Chromium on this machine: CHROMIUM_PATH, Debian's place, then PATH. Null when there is none.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isExecutable(named)) {
      throw new Error(`CHROMIUM_PATH: ${named} cannot be executed.`);
    }
    return named;
  }
  return installed()[0] ?? null;
}

/** Path of a whole browser where {@link findChromium} chooses the shell, or null. */
export function findWholeChromium() {
  const isShell = (file) => basename(file) === NAMES[0];
  const chosen = findChromium();
  const isChosen = chosen !== null && isShell(chosen);
  return (isChosen && installed().find((file) => !isShell(file))) || null;
}

function installed() {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  return NAMES.flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  ).filter(isExecutable);
}

function run(command, args) {
  process.stdout.write(`> ${command} ${args.join(" ")}\n`);
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}

/** Older releases of Debian and Ubuntu have no package of the shell alone. */
function debiansChromium() {
  const { status, stdout } = spawnSync(
    "apt-cache",
    ["show", "chromium-headless-shell"],
    { encoding: "utf8" },
  );
  return status === 0 && stdout ? "chromium-headless-shell" : "chromium";
}

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : null;
}

/**
 * Path of a Chromium, installed first where there is none: Debian's package for root on Debian and Ubuntu,
 * Playwright's own build elsewhere. Throws with what to do when neither works.
 */
export async function findOrInstallChromium() {
  const present = findChromium() ?? (await playwrightsOwn());
  if (present) return present;

  const isRoot = process.getuid?.() === 0;
  if (isRoot && isExecutable("/usr/bin/apt-get")) {
    const installed =
      run("apt-get", ["update"]) &&
      run("apt-get", [
        "install",
        "-y",
        "--no-install-recommends",
        debiansChromium(),
      ]);
    const found = installed ? findChromium() : null;
    if (found) return found;
  }
  const cli = join("node_modules", "@playwright", "test", "cli.js");
  const withSystemPackages = isRoot ? ["--with-deps"] : [];
  if (
    run(process.execPath, [cli, "install", ...withSystemPackages, "chromium"])
  ) {
    const found = await playwrightsOwn();
    if (found) return found;
  }
  throw new Error(
    "No Chromium was found and none could be installed. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.",
  );
}
