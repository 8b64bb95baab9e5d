import type { CensusStay } from "./census-stay";
import { cancelledDays } from "./claims";
import type { ResidentStay } from "./resident-stay";
import { lastDetails } from "./told-details";
import type { LoneDischarge } from "./visit-stays";
import type { Moment, WaitingWord, WaitReason, Word } from "./words";

/** Stays whose beginning the census alone tells, and what messages say of them. */
export class CensusOnly {
  private readonly stayOf: ReadonlyMap<CensusStay, ResidentStay>;
  /** Those whose discharge in the census a message took back. */
  private readonly reopened = new Set<CensusStay>();
  readonly waiting: WaitingWord[] = [];

  /**
   * @param stays with those of the rows, which are changed
   * @param met rows that are the same stay as one of messages
   */
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

  /** A discharge without an admission ends the stay that holds its day. */
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

  /** Takes back the discharge of its day; without a day the last one. */
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
    // Where messages tell the stay, they tell it without that discharge already.
    const isSettled = this.met.some((one) => isNamed(one, one.dischargedOn));
    if (!isSettled) this.wait(word, "nothing_to_cancel");
  }

  /**
   * A stay of the census goes by an import alone. The cancellation of its admission waits for that, unless the census has the later
   * word. Without a day it is of a stay that is open.
   *
   * @param isUnmet whether it takes back nothing that messages tell
   */
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
