import { cancelledDays } from "./claims";
import { groupedBy } from "./grouped";
import { type LastPlaced, placedBy, withMovesTold } from "./moved-visits";
import {
  type AdmittedFrom,
  type CensusStay,
  type ResidentStay,
  type LoneDischarge,
  staysOfVisit,
  type ToldStay,
} from "./visit-stays";
import {
  bySaid,
  lastDetails,
  type Moment,
  type WaitingWord,
  type WaitReason,
  type Word,
} from "./words";

/** An admission further apart is another stay. */
const MOST_DAYS_CORRECTED = 7;

/** Rows match by facility and day of admission, by a day said before, or by an update's correction (R277). */
function metRows(
  told: readonly ToldStay[],
  census: readonly CensusStay[],
): Map<ToldStay, CensusStay> {
  const met = new Map<ToldStay, CensusStay>();
  const left = new Set(census);
  const meet = (find: (stay: ToldStay, rows: CensusStay[]) => CensusStay[]) => {
    for (const stay of told) {
      if (met.has(stay)) continue;
      const there = [...left].filter(
        ({ facilityId }) => facilityId === stay.facilityId,
      );
      const [row] = find(stay, there);
      if (!row) continue;
      left.delete(row);
      met.set(stay, row);
    }
  };
  meet(({ admitted }, rows) =>
    rows.filter(({ admittedOn }) => admittedOn === admitted.day),
  );
  meet(({ claimedDays }, rows) =>
    rows.filter(({ admittedOn }) => claimedDays.has(admittedOn)),
  );
  meet(correctedBy);
  return met;
}

/** Rows with an admission that the update may correct, nearest first. */
function correctedBy(stay: ToldStay, rows: CensusStay[]): CensusStay[] {
  if (!stay.isOfUpdates) return [];
  const { admitted, discharged } = stay;
  const daysApart = ({ admittedOn }: CensusStay) =>
    Math.abs(admittedOn - admitted.day);
  return rows
    .filter(
      (row) =>
        daysApart(row) <= MOST_DAYS_CORRECTED &&
        row.admittedOn <= (discharged?.day ?? Infinity) &&
        admitted.day <= (row.dischargedOn ?? Infinity),
    )
    .sort(
      (one, other) => daysApart(one) - daysApart(other) || one.id - other.id,
    );
}

class CensusOnly {
  private readonly stayOf: ReadonlyMap<CensusStay, ResidentStay>;
  /** Rows with a discharge that a message took back. */
  private readonly reopened = new Set<CensusStay>();
  readonly waiting: WaitingWord[] = [];

  /** @param stays those of the rows are changed */
  constructor(
    stays: readonly ResidentStay[],
    private readonly rows: readonly CensusStay[],
    private readonly met: readonly CensusStay[],
  ) {
    this.stayOf = new Map(
      rows.flatMap((row) => {
        const stay = stays.find(({ censusId }) => censusId === row.id);
        return stay ? [[row, stay] as const] : [];
      }),
    );
  }

  /** A discharge without an admission ends the stay on its day. */
  discharge({ at, word }: LoneDischarge): void {
    const row = lastOf(
      this.rows.filter(
        (one) =>
          one.facilityId === word.facilityId &&
          one.admittedOn <= at.day &&
          (one.dischargedOn === null ||
            this.reopened.has(one) ||
            one.dischargedOn >= at.day),
      ),
    );
    if (row) this.end(row, at, word);
    else this.wait(word, "no_stay");
  }

  /** Takes back the last discharge if it names no day. */
  cancelDischarge(word: Word): void {
    const days = cancelledDays(word);
    const isNamed = (row: CensusStay, end: number | null | undefined) =>
      row.facilityId === word.facilityId &&
      typeof end === "number" &&
      (days.length === 0 || days.includes(end));
    const row = lastOf(
      this.rows.filter((one) =>
        isNamed(one, this.stayOf.get(one)?.dischargedOn),
      ),
    );
    if (row) {
      this.end(row, null, word);
      return;
    }
    // A stay that messages know too is without that discharge already.
    const isSettled = this.met.some((one) => isNamed(one, one.dischargedOn));
    if (!isSettled) this.wait(word, "nothing_to_cancel");
  }

  /** A census stay goes by an import alone, so the cancellation waits unless the census has the later word. */
  cancelAdmission(word: Word, isUnmet: boolean): void {
    const days = cancelledDays(word);
    const row = lastOf(
      this.rows.filter(
        ({ facilityId, admittedOn, dischargedOn }) =>
          facilityId === word.facilityId &&
          (days.length > 0
            ? days.includes(admittedOn)
            : isUnmet && dischargedOn === null),
      ),
    );
    if (row && row.saidMs <= word.saidMs) this.wait(word, "stay_in_census");
    else if (!row && isUnmet) this.wait(word, "nothing_to_cancel");
  }

  private end(row: CensusStay, discharged: Moment | null, word: Word): void {
    const stay = this.stayOf.get(row);
    if (!stay || word.saidMs < row.saidMs) return;
    if (discharged === null) this.reopened.add(row);
    const { npi, admitSource, isnp, disposition, saidMs } = word;
    const told = { npi, admitSource, isnp, disposition, saidMs };
    stay.dischargedOn = discharged?.day ?? null;
    stay.wordOf = "feed";
    stay.told = {
      facilityId: row.facilityId,
      admitted: null,
      discharged,
      leaving: lastDetails([word]),
      ...told,
    };
  }

  private wait({ id }: Word, reason: WaitReason): void {
    this.waiting.push({ id, reason });
  }
}

function lastOf(rows: readonly CensusStay[]): CensusStay | undefined {
  return [...rows]
    .sort((one, other) => one.admittedOn - other.admittedOn)
    .at(-1);
}

export interface ResidentStays {
  stays: ResidentStay[];
  waiting: WaitingWord[];
}

/** PV1-14 by UB-04. All others are neither. */
const SOURCES = new Map<string, AdmittedFrom>([
  ["1", "community"],
  ["2", "community"],
  ["4", "hospital"],
]);

/** The stays from the census and the words of facilities. Of both about one stay the later word counts (R277). */
export function staysOfResident(
  said: readonly Word[],
  census: readonly CensusStay[],
): ResidentStays {
  const words = withMovesTold(said);
  const visits = groupedBy(words, (word) =>
    JSON.stringify([word.facilityId, word.visitNumber]),
  ).map(staysOfVisit);
  const told = visits.flatMap(({ stays }) => stays);
  const met = metRows(told, census);
  const stays = told.map((stay) => mergedStay(stay, met.get(stay) ?? null));
  const left = new Set(census);
  for (const row of met.values()) left.delete(row);
  stays.push(...[...left].map(stayOfCensus));
  const censusOnly = new CensusOnly(stays, [...left], [...met.values()]);
  const unmet = new Set(visits.flatMap((visit) => visit.unmet));
  const discharges = new Map(
    visits
      .flatMap(({ loneDischarges }) => loneDischarges)
      .map((discharge) => [discharge.word, discharge]),
  );
  for (const word of [...words].sort(bySaid)) {
    const discharge = discharges.get(word);
    if (discharge) censusOnly.discharge(discharge);
    if (word.event === "cancel_admit") {
      censusOnly.cancelAdmission(word, unmet.has(word));
    } else if (unmet.has(word)) censusOnly.cancelDischarge(word);
  }
  // A facility without the stay has already reported its end.
  const moves = new Set(
    said.filter(({ event }) => event === "move").map(({ id }) => id),
  );
  const lastPlaced = placedBy(said);
  for (const stay of stays) stay.unit = unitOf(stay, lastPlaced, census);
  return {
    stays: stays.sort(byAdmission),
    waiting: censusOnly.waiting.filter(({ id }) => !moves.has(id)),
  };
}

function mergedStay(told: ToldStay, row: CensusStay | null): ResidentStay {
  if (row && row.saidMs > told.saidMs) {
    return { ...stayOfCensus(row), told };
  }
  const { facilityId, admitted, discharged, npi, isnp, admitSource } = told;
  return {
    facilityId,
    admittedOn: admitted.day,
    dischargedOn: discharged?.day ?? null,
    npi: npi === undefined ? (row?.npi ?? null) : npi,
    isnp: isnp ?? row?.isnp ?? false,
    unit: null,
    admittedFrom:
      admitSource === undefined
        ? (row?.admittedFrom ?? "other")
        : (SOURCES.get(admitSource ?? "") ?? "other"),
    censusId: row?.id ?? null,
    wordOf: "feed",
    told,
  };
}

/** The later word counts, if it knows the unit (R311). */
function unitOf(
  stay: ResidentStay,
  lastPlaced: LastPlaced,
  census: readonly CensusStay[],
): string | null {
  const word = lastPlaced(stay);
  const row = census.find(({ id }) => id === stay.censusId);
  const isOfCensus =
    row && row.unit !== null && word && row.saidMs > word.saidMs;
  return isOfCensus || !word ? (row?.unit ?? null) : (word.unit ?? null);
}

function stayOfCensus({ id, saidMs: _, ...row }: CensusStay): ResidentStay {
  return { ...row, censusId: id, wordOf: "census", told: null };
}

function byAdmission(one: ResidentStay, other: ResidentStay): number {
  return (
    one.admittedOn - other.admittedOn ||
    one.facilityId - other.facilityId ||
    (one.told?.admitted?.ms ?? 0) - (other.told?.admitted?.ms ?? 0) ||
    (one.censusId ?? 0) - (other.censusId ?? 0)
  );
}
