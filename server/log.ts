import pino, { type DestinationStream, type Logger } from "pino";
import type { Settings } from "~/contract/settings";

/** Writes one JSON line per event without patient data: of an error only name, code, message and stack, not its row. */
export function createLog(
  level: Settings["LOG_LEVEL"],
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  return {
    name: error.name,
    code: "code" in error ? error.code : undefined,
    message: error.message,
    stack: error.stack,
  };
}
