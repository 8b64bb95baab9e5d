import type { EpochDay } from "~/domain/calendar";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { StayTable } from "~server/store/schema";
import {
  mergeSpans,
  PresenceBuilder,
  type DaySpan,
  type Presence,
} from "./presence";

/** The days on which people were in a place. */
export interface PlaceDays {
  patients: Presence;
  longStayPatients: Presence;
  /** The days of a physician's stays. A stay that ended on its day of admission has that day. */
  physicians: Presence;
  /** The days of the stays without a physician, as if they were one physician's. */
  nobody: Presence;
}

interface PlaceStay extends Pick<
  StayTable,
  "npi" | "admitted_on" | "long_stay_from"
> {
  /** The day after its last known day. */
  ended_on: EpochDay;
}

/**
 * A physician has as many spans as stays. They are merged at this number, and again at twice the number that is left.
 */
const MERGED_AT = 64;

interface GrowingSpans {
  spans: DaySpan[];
  mergedAt: number;
}

/** Collects {@link PlaceDays}, one patient after the other. */
export class PlaceDaysBuilder {
  private readonly patients = new PresenceBuilder();
  private readonly longStayPatients = new PresenceBuilder();
  private readonly byNpi = new Map<number, GrowingSpans>();

  /** All stays of a patient in this place. */
  addPatient(stays: readonly PlaceStay[]): void {
    this.patients.add(stays.map((stay) => spanFrom(stay.admitted_on, stay)));
    this.longStayPatients.add(
      stays.map((stay) => spanFrom(stay.long_stay_from, stay)),
    );
    for (const stay of stays) this.addStay(stay);
  }

  build(): PlaceDays {
    const physicians = new PresenceBuilder();
    const nobody = new PresenceBuilder();
    for (const [npi, { spans }] of this.byNpi) {
      (npi === NO_PHYSICIAN_ID ? nobody : physicians).add(spans);
    }
    return {
      patients: this.patients.build(),
      longStayPatients: this.longStayPatients.build(),
      physicians: physicians.build(),
      nobody: nobody.build(),
    };
  }

  private addStay(stay: PlaceStay): void {
    const npi = stay.npi ?? NO_PHYSICIAN_ID;
    let own = this.byNpi.get(npi);
    if (!own) this.byNpi.set(npi, (own = { spans: [], mergedAt: MERGED_AT }));
    const { from, end } = spanFrom(stay.admitted_on, stay);
    own.spans.push({ from, end: Math.max(end, from + 1) });
    if (own.spans.length < own.mergedAt) return;
    own.spans = mergeSpans(own.spans);
    own.mergedAt = Math.max(MERGED_AT, 2 * own.spans.length);
  }
}

function spanFrom(
  from: number,
  { ended_on }: Pick<PlaceStay, "ended_on">,
): DaySpan {
  return { from, end: ended_on };
}
