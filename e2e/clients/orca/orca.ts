import { existsSync } from "node:fs";
import type { Client, JourneyName } from "../client";
import { findProgram, versionOf } from "../program";
import { BUS_LAUNCHER } from "./buses";
import { FIREFOX } from "./desktop";
import * as figures from "./figures-journeys";
import { heard } from "./heard-journey";
import * as keys from "./keys-journeys";
import * as lists from "./lists-journeys";
import { atDesktop, type ReaderJourney } from "./reader";
import * as trouble from "./trouble-journeys";

const JOURNEYS: Record<JourneyName, ReaderJourney | string> = {
  heard,
  "wrong-login": keys.wrongLogin,
  login: keys.login,
  overview: figures.overview,
  dates: keys.dates,
  inspector: figures.inspector,
  graph: figures.graph,
  charts: "a chart is heard by its name, its sentences and its table",
  quality: figures.quality,
  "drill-down": lists.drillDown,
  frailty: lists.frailty,
  sort: lists.sort,
  search: lists.search,
  "after-hours": lists.afterHours,
  cms: trouble.cms,
  users: keys.users,
  password: trouble.password,
  logout: trouble.logOut,
  "session-end": keys.sessionEnd,
  offline: trouble.offline,
  "scripts-refused": trouble.scriptsRefused,
  "scripts-html": trouble.scriptsHtml,
  "scripts-slow": trouble.scriptsSlow,
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
