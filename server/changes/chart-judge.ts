import { newYorkDay } from "~/domain/calendar";
import type { After } from "~server/clock/clock";
import { startRounds, type Rounds } from "~server/clock/rounds";
import type { ApiDeps } from "~server/door/api-deps";
import { readDataState } from "~server/store/data-state";
import { judgeCharts } from "./service";

/** Another process may have imported data. */
const LOOK_EVERY_MS = 15_000;

/** Judges all charts after midnight and after each import, so that no viewer waits for it. */
export function startChartJudge(deps: ApiDeps, after: After): Rounds {
  const { store, clock, log } = deps;
  let judged = "";
  async function judge(stopping: AbortSignal): Promise<void> {
    const { importedAt } = await readDataState(store.db);
    const latest = `${newYorkDay(clock())} ${importedAt}`;
    if (latest === judged) return;
    await judgeCharts(deps, stopping);
    judged = latest;
  }
  return startRounds(
    after,
    async (stopping) => {
      await judge(stopping).catch((err: unknown) => {
        if (!stopping.aborted) log.warn({ event: "signals.not_judged", err });
      });
      return LOOK_EVERY_MS;
    },
    LOOK_EVERY_MS,
  );
}
