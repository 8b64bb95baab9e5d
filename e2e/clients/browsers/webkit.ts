import { findLibrary, findProgram, versionOf } from "../program";
import type { Browser } from "./browser";
import { openWebkit } from "./webkit-engine";

/** Debian keeps it where nobody types its name. */
function miniBrowser(): string | null {
  return findLibrary("webkit2gtk-4.1/MiniBrowser");
}

/** WebKitGTK: Safari's engine, as near to it as a machine without a Mac comes. */
export const webkit: Browser = {
  name: "webkit",
  packages: ["webkit2gtk-driver", "xvfb"],
  isHere: () =>
    [miniBrowser(), findProgram("WebKitWebDriver"), findProgram("Xvfb")].every(
      Boolean,
    ),
  version: async () =>
    `WebKitGTK ${versionOf(miniBrowser() ?? "", "--version")}`,
  open: (folders) => openWebkit(miniBrowser() ?? "", folders),
};
