import { pino } from "pino";
import { settings } from "./env.server";

/**
 * The portal's log: one JSON line per event, with ids, counts and times only. Names of people, texts typed
 * by users and query strings never go in here.
 */
export const log = pino({
  level: settings.LOG_LEVEL,
  base: { service: "portal" },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
});
