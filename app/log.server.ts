import { pino } from "pino";
import { settings } from "./env.server";

/** One JSON line per event, with ids, counts and times only; no names, typed texts or query strings. */
export const log = pino({
  level: settings.LOG_LEVEL,
  base: { service: "portal" },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
});
