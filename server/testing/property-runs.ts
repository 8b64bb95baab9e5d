import { z } from "zod";

const settings = z
  .object({
    FUZZ_SEED: z.coerce.number().int().default(20_260_615),
    FUZZ_RUNS: z.coerce.number().int().positive().default(1),
  })
  .parse(process.env);

/** The seed is fixed, so the gate is steady. `FUZZ_SEED` sets another, `FUZZ_RUNS` multiplies the runs. */
export function runs(numRuns: number) {
  return { seed: settings.FUZZ_SEED, numRuns: numRuns * settings.FUZZ_RUNS };
}

/** The long run takes every combination. */
export const isAtLength = settings.FUZZ_RUNS > 1;

/** Grows with the number of runs. */
export const FUZZ_TIMEOUT_MS = 60_000 * settings.FUZZ_RUNS;
