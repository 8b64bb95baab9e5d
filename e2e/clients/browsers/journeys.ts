import type { JourneyName } from "../client";
import type { BrowserJourney } from "./browser";
import { charts } from "./charts-journey";
import { dates, graph, inspector, overview } from "./figures-journeys";
import { search } from "./lists-journeys";
import { login } from "./sign-in-journeys";
import {
  offline,
  scriptsRefused,
  scriptsSlow,
  sessionEnd,
} from "./trouble-journeys";
import { users } from "./users-journey";

export const BROWSER_JOURNEYS: Record<JourneyName, BrowserJourney> = {
  login,
  overview,
  dates,
  inspector,
  graph,
  charts,
  search,
  users,
  "session-end": sessionEnd,
  offline,
  "scripts-refused": scriptsRefused,
  "scripts-slow": scriptsSlow,
};
