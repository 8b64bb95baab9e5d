import type { JourneyName } from "../client";
import * as figures from "./figures-journeys";
import * as forms from "./forms-journeys";
import * as lists from "./lists-journeys";
import type { NetsurfJourney } from "./netsurf";
import * as reports from "./reports-journeys";
import * as signIn from "./sign-in-journeys";

const NO_SCRIPTS =
  "it asks for none of the scripts, and every other journey is walked without them";

export const NETSURF_JOURNEYS: Record<JourneyName, NetsurfJourney | string> = {
  heard: "it does not speak",
  "wrong-login": signIn.wrongLogin,
  login: signIn.login,
  overview: figures.overview,
  dates: figures.dates,
  inspector: figures.inspector,
  graph: figures.graph,
  charts: "it draws no SVG; sentences and tables say what charts show",
  quality: figures.quality,
  "drill-down": lists.drillDown,
  frailty: lists.frailty,
  sort: lists.sort,
  search: lists.search,
  "after-hours": reports.afterHours,
  cms: reports.cms,
  users: forms.users,
  password: signIn.password,
  logout: signIn.logOut,
  "session-end": forms.sessionEnd,
  offline: forms.offline,
  "scripts-refused": NO_SCRIPTS,
  "scripts-html": NO_SCRIPTS,
  "scripts-slow": NO_SCRIPTS,
};
