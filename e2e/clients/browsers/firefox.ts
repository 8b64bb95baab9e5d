import { findProgram, versionOf } from "../program";
import { browserClient } from "./browser-client";
import { openFirefox } from "./firefox-engine";

const PROGRAM = "firefox-esr";

export const firefox = browserClient({
  name: "firefox",
  packages: ["firefox-esr"],
  isHere: () => findProgram(PROGRAM) !== null,
  version: async () => `Firefox ESR ${versionOf(PROGRAM, "--version")}`,
  open: (folders) => openFirefox(PROGRAM, folders),
});
