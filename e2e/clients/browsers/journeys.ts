import type { JourneyName } from "../client";
import type { BrowserJourney } from "./browser-client";
import { charts } from "./charts-journey";
import * as figures from "./figures-journeys";
import * as lists from "./lists-journeys";
import * as reports from "./reports-journeys";
import * as signIn from "./sign-in-journeys";
import * as trouble from "./trouble-journeys";
import { users } from "./users-journey";

export const BROWSER_JOURNEYS: Record<JourneyName, BrowserJourney> = {
  "wrong-login": signIn.wrongLogin,
  login: signIn.login,
  overview: figures.overview,
  dates: figures.dates,
  inspector: figures.inspector,
  graph: figures.graph,
  charts,
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
  "scripts-refused": trouble.scriptsRefused,
  "scripts-html": trouble.scriptsHtml,
  "scripts-slow": trouble.scriptsSlow,
};
