import type { Stage, JourneyName } from "../client";
import * as figures from "./figures-journeys";
import * as lists from "./lists-journeys";
import type { Reader } from "./reader";
import * as reports from "./reports-journeys";
import * as signIn from "./sign-in-journeys";
import * as trouble from "./trouble-journeys";
import { users } from "./users-journey";

export type TextJourney = (reader: Reader, stage: Stage) => Promise<void>;

const NO_SCRIPTS = "it runs no scripts, so that every journey is without them";

/** What is done in every text browser, and why the rest is not. */
export const TEXT_JOURNEYS: Record<JourneyName, TextJourney | string> = {
  heard: "it does not speak",
  "wrong-login": signIn.wrongLogin,
  login: signIn.login,
  overview: figures.overview,
  dates: figures.dates,
  inspector: figures.inspector,
  graph: figures.graph,
  charts: "it draws nothing: each graph is a sentence and a table (see Graph)",
  quality: figures.quality,
  "drill-down": lists.drillDown,
  frailty: lists.frailty,
  sort: lists.sort,
  search: lists.search,
  "after-hours": reports.afterHours,
  cms: reports.cms,
  users,
  password: signIn.password,
  logout: signIn.logOut,
  "session-end": trouble.sessionEnd,
  offline: trouble.offline,
  "scripts-refused": NO_SCRIPTS,
  "scripts-html": NO_SCRIPTS,
  "scripts-slow": NO_SCRIPTS,
};
