import { findProgram, versionOf } from "../program";
import type { Browser } from "./browser";
import { openFirefox } from "./firefox-engine";

const PROGRAM = "firefox-esr";

export const firefox: Browser = {
  name: "firefox",
  packages: ["firefox-esr"],
  isHere: () => findProgram(PROGRAM) !== null,
  version: async () => `Firefox ESR ${versionOf(PROGRAM, "--version")}`,
  open: (folders) => openFirefox(PROGRAM, folders),
};
