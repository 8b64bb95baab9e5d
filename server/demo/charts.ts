import type { Kysely } from "kysely";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import { firstDayOfMonth, monthNumberOf } from "~/domain/graphs/chart-phases";
import type { NoteLevel } from "~/domain/graphs/note-kinds";
import { GRAPH_TAGS, type GraphTag } from "~/domain/graphs/rate-graphs";
import type { Schema } from "~server/store/schema";
import type { StoredAccount } from "./accounts";

/** Days before today; an event without measures is on all charts. */
const EVENTS: readonly [NoteLevel, number, string, GraphTag[]?][] = [
  ["company", 400, "Practitioners on call at night"],
  ["region", 205, "Telehealth before transfers"],
  ["facility", 190, "New director of nursing", ["rth_30", "ed_30"]],
  ["facility", 150, "Early-warning tool"],
];
const PHASE = "Calls to residents three days after admission";
const PHASE_MONTHS = 9;
/** Rates are in hundredths. */
const TARGETS = [
  ["division", "hosp_1000", 160, "Goal of the division for the year"],
  ["region", "rth_30", 1600, "Agreed with the hospitals of the region"],
] as const;

/** Writes on the charts of demo accounts' places, and sets their targets of the year. */
export async function storeDemoCharts(
  db: Kysely<Schema>,
  accounts: readonly StoredAccount[],
  now: Date,
): Promise<void> {
  const day = newYorkDay(now);
  const writtenAt = (level: NoteLevel, starts_on: number) => {
    const account = accounts.find(
      ({ username }) => username === `demo-${level}`,
    )!;
    const { firstname, lastname, accessLevelIds, user } = account;
    return {
      ...{ level, place_id: accessLevelIds[0]!, starts_on, version: 1 },
      ...{ user_id: user?.id ?? 0, author: `${firstname} ${lastname}` },
      ...{ added_at: now.toISOString(), ended_by: null, ended_at: null },
    };
  };
  const phaseFrom = firstDayOfMonth(monthNumberOf(day) - PHASE_MONTHS);
  await db
    .insertInto("chart_notes")
    .values([
      ...EVENTS.map(([level, ago, text, measures = GRAPH_TAGS]) => ({
        ...writtenAt(level, epochDayOf(day) - ago),
        ...{ kind: "event" as const, text, measures: measures.join(" ") },
      })),
      {
        ...writtenAt("facility", epochDayOf(phaseFrom)),
        ...{ kind: "phase" as const, text: PHASE, measures: "rth_30" },
      },
    ])
    .execute();
  const newYear = epochDayOf(`${day.slice(0, 4)}-01-01`);
  await db
    .insertInto("targets")
    .values(
      TARGETS.map(([level, measure, hundredths, reason]) => ({
        ...writtenAt(level, newYear),
        ...{ measure, hundredths, reason },
      })),
    )
    .execute();
}
