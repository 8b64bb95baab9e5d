import { z } from "zod";

const settings = z
  .object({
    FUZZ_SEED: z.coerce.number().int().default(20_260_615),
    FUZZ_RUNS: z.coerce.number().int().positive().default(1),
  })
  .parse(process.env);

/**
 * How a property is tried: the same seed each time, so that the gate is as steady as any other test. `FUZZ_SEED` takes
 * another one, `FUZZ_RUNS` so many times as many runs.
 */
export function runs(numRuns: number) {
  return { seed: settings.FUZZ_SEED, numRuns: numRuns * settings.FUZZ_RUNS };
}

/** The long run takes every combination where each run takes some. */
export const isAtLength = settings.FUZZ_RUNS > 1;

/** Long enough for a property with so many times as many runs. */
export const FUZZ_TIMEOUT_MS = 60_000 * settings.FUZZ_RUNS;
