import pino from "pino";

/** A log, and what was logged. */
export function logOfTests() {
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: "info" },
    {
      write(line) {
        logged.push(JSON.parse(line) as Record<string, unknown>);
      },
    },
  );
  return { log, logged };
}
