import { existsSync } from "node:fs";
import type { Client, JourneyName } from "../client";
import { findProgram, versionOf } from "../program";
import { BUS_LAUNCHER } from "./buses";
import { FIREFOX } from "./desktop";
import { heard } from "./heard-journey";
import * as keys from "./keys-journeys";
import { atDesktop, type ReaderJourney } from "./reader";

const SAME_ENGINE = "same engine as Firefox; its pages are read in 'heard'";

const JOURNEYS: Record<JourneyName, ReaderJourney | string> = {
  heard,
  "wrong-login": keys.wrongLogin,
  login: keys.login,
  overview: "it is read in 'heard'",
  dates: keys.dates,
  inspector: "it is read in 'heard'",
  graph: keys.graph,
  charts: "a chart is heard by its name, its sentences and its table",
  quality: "it is read in 'heard'",
  "drill-down": SAME_ENGINE,
  frailty: "it is read in 'heard'",
  sort: SAME_ENGINE,
  search: "it is read in 'heard'",
  "after-hours": "it is read in 'heard'",
  cms: SAME_ENGINE,
  users: keys.users,
  password: SAME_ENGINE,
  logout: SAME_ENGINE,
  "session-end": keys.sessionEnd,
  offline: SAME_ENGINE,
  "scripts-refused": SAME_ENGINE,
  "scripts-html": SAME_ENGINE,
  "scripts-slow": SAME_ENGINE,
};

/** The screen reader of Linux desktops, without a voice: what it would say is read. */
export const orca: Client = {
  name: "orca",
  packages: [
    ...["firefox-esr", "orca", "at-spi2-core", "dbus"],
    ...["xvfb", "xdotool"],
  ],
  isHere: () =>
    existsSync(BUS_LAUNCHER) &&
    [FIREFOX, "orca", "dbus-daemon", "dbus-send", "Xvfb", "xdotool"].every(
      findProgram,
    ),
  version: async () =>
    `Orca ${versionOf("orca", "--version")} with Firefox ESR ${versionOf(FIREFOX, "--version")}`,
  journeys: Object.fromEntries(
    Object.entries(JOURNEYS).map(([name, journey]) => [
      name,
      typeof journey === "string" ? journey : atDesktop(journey),
    ]),
  ) as Client["journeys"],
};
