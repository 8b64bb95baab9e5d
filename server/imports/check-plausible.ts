import { epochDayOf, type EpochDay, newYorkDay } from "~/domain/calendar";
import { IMPORT_LIMITS } from "./limits";
import type { FindingKind, ProblemLog } from "./problem-log";
import type { Staging } from "./staging";
import type { Kysely } from "kysely";
import type { Metrics } from "~/contract/metrics";
import { formatPer1000, formatPercent } from "~/domain/number-format";
import { readMetrics } from "~server/measures/metrics";
import type { Schema } from "~server/store/schema";
import type { OverviewMetrics } from "~/domain/figures/metrics";
import {
  RATE_MEASURES,
  type RateMeasure,
  type RateParts,
} from "~/domain/figures/rate-measures";

const { stayDays, firstAdmission } = IMPORT_LIMITS;

const STAY = { file: "stays.csv", column: "admitted_on" };

const HOLDS = (stays: string, transfer: string) =>
  `exists (select 1 from ${stays} s
    where s.patient_id = ${transfer}.patient_id and s.facility_id = ${transfer}.facility_id
      and s.admitted_on <= ${transfer}.transferred_on
      and (s.discharged_on is null or s.discharged_on >= ${transfer}.transferred_on))`;

function rowChecks(today: EpochDay): [FindingKind, string][] {
  const first = epochDayOf(firstAdmission);
  return [
    [
      {
        file: "transfers.csv",
        column: "row",
        message:
          "is there already: the same patient, facility and day; it counts once, with its weightiest outcome",
      },
      `select line from after_transfers t where line > 0 and exists (
         select 1 from after_transfers o
         where o.patient_id = t.patient_id and o.facility_id = t.facility_id
           and o.transferred_on = t.transferred_on and (o.line, o.id) < (t.line, t.id)
           and coalesce(o.minute_of_day = t.minute_of_day, true))`,
    ],
    [
      {
        file: "transfers.csv",
        column: "transferred_on",
        message:
          "no stay of the patient in this facility holds the day or ended on it",
      },
      `select line from after_transfers t
       where line > 0 and not ${HOLDS("after_stays", "t")}`,
    ],
    [
      {
        file: "stays.csv",
        column: "discharged_on",
        message: "is open, as is a stay of the patient in another facility",
      },
      `select line from (
         select line, facility_id, first_value(facility_id) over (
           partition by patient_id order by line, id) as first_facility
         from after_stays where discharged_on is null)
       where line > 0 and facility_id <> first_facility`,
    ],
    [
      { ...STAY, message: `lies before ${firstAdmission}` },
      `select line from after_stays where line > 0 and admitted_on < ${first}`,
    ],
    [
      { ...STAY, message: "this stay is longer than ten years" },
      `select line from after_stays
       where line > 0 and admitted_on >= ${first}
         and coalesce(discharged_on, ${today}) - admitted_on > ${stayDays}`,
    ],
  ];
}

function checkLostStays(staging: Staging, warnings: ProblemLog): void {
  const count = staging.count(
    `select count(*) from after_transfers t
     where line = 0 and not ${HOLDS("after_stays", "t")} and ${HOLDS("known_stays", "t")}`,
  );
  warnings.addUnlisted(
    {
      file: "stays.csv",
      column: "row",
      message:
        "stored transfers lose the stay that held them, because it changes or goes",
    },
    count,
  );
}

const COLUMNS = {
  stays: "id, patient_id, facility_id, admitted_on, discharged_on",
  transfers: "id, patient_id, facility_id, transferred_on, minute_of_day",
} as const;

/** Fills `after_stays` and `after_transfers`. `line` is 0 for a stored row, which an earlier import reported. */
function layOutAfterImport(staging: Staging): void {
  for (const table of ["stays", "transfers"] as const) {
    const columns = COLUMNS[table];
    staging.db.exec(
      `create temp table after_${table} as
       select iif(status = 'unchanged', 0, line) as line, ${columns} from staged_${table}
       union all
       select 0, ${columns} from known_${table} k
       where removed = 0 and not exists (select 1 from staged_${table} s where s.id = k.id)`,
    );
  }
  staging.db.exec(
    `create index temp.after_stays_patient on after_stays (patient_id, facility_id, admitted_on);
     create index temp.after_transfers_patient on after_transfers (patient_id, facility_id, transferred_on)`,
  );
}

/** Days are each facility's last ones; closed facilities are left out. */
function movementsByFacility(
  staging: Staging,
  last: EpochDay,
): Map<number, number[]> {
  const rows = staging.db
    .prepare<[], { facility: number; before: number; count: number }>(
      `select facility_id as facility, last - day as before, count(*) as count from (
         select facility_id, admitted_on as day from after_stays
         union all select facility_id, discharged_on from after_stays
         union all select facility_id, transferred_on from after_transfers)
       join (select id, min(coalesce(after, ${last}), ${last}) as last from after_reach) r on r.id = facility_id
       where day between last - ${MOVEMENT_DAYS - 1} and last
         and facility_id in (select facility_id from after_stays where discharged_on is null)
       group by facility_id, day order by facility_id`,
    )
    .all();
  const daily = new Map<number, number[]>();
  for (const { facility, before, count } of rows) {
    const days = daily.get(facility) ?? Array<number>(MOVEMENT_DAYS).fill(0);
    days[MOVEMENT_DAYS - 1 - before] = count;
    daily.set(facility, days);
  }
  return daily;
}

function wordsOf(facility: number, fall: MovementFall): string {
  const { days, movements, usual } = fall;
  return `facility ${facility} had ${movements} admissions, discharges and transfers in ${days} days, where ${Math.round(usual)} are usual`;
}

/** Warns of facilities with a fall (R239), up to the data cut-off and before `today`, which is incomplete. */
function checkMovements(
  staging: Staging,
  today: EpochDay,
  warnings: ProblemLog,
): void {
  for (const [facility, daily] of movementsByFacility(staging, today - 1)) {
    const fall = findFall(daily);
    if (fall) {
      const message = wordsOf(facility, fall);
      warnings.addUnlisted({ file: "stays.csv", column: "row", message }, 1);
    }
  }
}

/** Warns of implausible new and changed rows (R236 to R239). Call it when changes and data cut-offs are planned. */
export function checkPlausible(
  staging: Staging,
  today: EpochDay,
  warnings: ProblemLog,
): void {
  layOutAfterImport(staging);
  for (const [kind, query] of rowChecks(today)) {
    for (const line of staging.numbers(`${query} order by line`)) {
      warnings.add({ ...kind, line });
    }
  }
  checkLostStays(staging, warnings);
  checkMovements(staging, today, warnings);
}

const { windowsDays, usualDays, share, chance } = IMPORT_LIMITS.movements;

export const MOVEMENT_DAYS = usualDays + Math.max(...windowsDays);

export interface MovementFall {
  days: number;
  movements: number;
  usual: number;
}

/**
 * Finds a drop below half of the usual movements that chance does not explain (R239); `daily` has the last {@link
 * MOVEMENT_DAYS} complete days, oldest first.
 */
export function findFall(daily: readonly number[]): MovementFall | null {
  for (const days of windowsDays) {
    const recent = daily.slice(-days);
    const before = daily.slice(-days - usualDays, -days);
    const movements = sumOf(recent);
    const usual = (sumOf(before) * days) / usualDays;
    if (
      movements < usual * share &&
      chanceOfAtMost(movements, usual) < chance
    ) {
      return { days, movements, usual };
    }
  }
  return null;
}

function chanceOfAtMost(events: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  for (let count = 1; count <= events; count += 1) {
    term *= mean / count;
    sum += term;
  }
  return sum;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

const YEAR_DAYS = 365;

export function companyYear(
  db: Kysely<Schema>,
  to: EpochDay,
): Promise<Metrics | null> {
  const from = to - YEAR_DAYS + 1;
  return readMetrics(db, { facilityIds: "all", isnp: false, from, to });
}

export async function companyYearBefore(
  db: Kysely<Schema>,
  importedAt: string | null,
): Promise<Metrics | null> {
  return importedAt === null
    ? null
    : companyYear(db, epochDayOf(newYorkDay(new Date(importedAt))));
}

function movedWords({ measure, before, after }: MovedRate): string {
  const text = ({ rate }: MovedRate["before"]) =>
    measure.unit === "percent" ? formatPercent(rate) : formatPer1000(rate);
  return `${measure.title} of the company over the last year moves by more than a quarter, from ${text(before)} to ${text(after)}`;
}

export function checkFigures(
  before: Metrics | null,
  after: Metrics | null,
  warnings: ProblemLog,
): void {
  for (const moved of movedRates(before, after)) {
    warnings.addUnlisted(
      { file: "transfers.csv", column: "row", message: movedWords(moved) },
      1,
    );
  }
}

export interface MovedRate {
  measure: RateMeasure;
  before: RateParts;
  after: RateParts;
}

/**
 * Rates that an import moves by more than a quarter (R240). At least ten events must make the difference, because few
 * move a rate by chance.
 */
export function movedRates(
  before: OverviewMetrics | null,
  after: OverviewMetrics | null,
): MovedRate[] {
  if (!before) return [];
  return RATE_MEASURES.map((measure) => ({
    measure,
    before: measure.read(before),
    after: after
      ? measure.read(after)
      : { events: 0, denominator: 0, rate: null },
  })).filter(hasMoved);
}

function hasMoved({ before, after }: MovedRate): boolean {
  const { share, events } = IMPORT_LIMITS.figures;
  const [was, wasOver] = [before.events ?? 0, before.denominator ?? 0];
  const [is, isOver] = [after.events ?? 0, after.denominator ?? 0];
  if (wasOver === 0) return false;
  if (isOver === 0) return was >= events;
  // Multiplied by both denominators: whole numbers keep a quarter exact.
  const moved = Math.abs(is * wasOver - was * isOver);
  // Compares both denominators: one may change without the events.
  const eventsMoved = moved / Math.min(wasOver, isOver);
  return moved > was * isOver * share && eventsMoved >= events;
}
