import { deriveResident, type Resident } from "../resident";
import type { CensusTransfer } from "../resident-transfers";
import type { Moment, Word } from "../words";
import type { CensusStay } from "../visit-stays";

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const MAPLE = 100;
export const CEDAR = 200;
const GENERAL = 900;

/** Day and hour, such as 10.5 for the noon of the tenth. */
export function moment(day: number): Moment {
  const ms = Math.round(day * DAY);
  const whole = Math.floor(day);
  return { ms, day: whole, minute: Math.floor((ms - whole * DAY) / 60_000) };
}

let id = 0;

export function word(
  event: Word["event"],
  day: number | null,
  more: Partial<Word> = {},
): Word {
  id += 1;
  return {
    id,
    facilityId: MAPLE,
    role: "facility",
    event,
    happened: day === null ? null : moment(day),
    saidMs: Math.round((day ?? 0) * DAY) + HOUR,
    visitNumber: "V1",
    patientClass: "I",
    ...more,
  };
}

const OF_HOSPITAL: Partial<Word> = {
  facilityId: GENERAL,
  role: "hospital",
  visitNumber: "H1",
};

/** `none` is null, `unsaid` undefined. */
function valueOf(text: string): string | null | undefined {
  if (text === "unsaid") return undefined;
  return text === "none" ? null : text.replaceAll("_", " ");
}

/** A day and hour such as 10.5; 10d is a day alone; 10.1~10.3 is between the two, and 10~10.9d on that day. */
function momentOf(text: string): Moment | null {
  if (text === "none") return null;
  const [from = NaN, to] = text.split("~").map((part) => parseFloat(part));
  const { minute, ...day } = moment(from);
  return {
    ...day,
    ...(text.endsWith("d") ? { isDayAlone: true } : { minute }),
    ...(to !== undefined && { lastMs: moment(to).ms }),
  };
}

const KEYS: Readonly<Record<string, (text: string) => Partial<Word>>> = {
  said: (day) => ({ saidMs: Number(day) * DAY }),
  at: (facility) => ({ facilityId: Number(facility) }),
  by: (number) => ({ visitNumber: valueOf(number) ?? null }),
  to: (code) => ({ disposition: valueOf(code) }),
  from: (code) => ({ admitSource: valueOf(code) }),
  npi: (npi) => ({ npi: npi === "none" ? null : Number(npi) }),
  isnp: (flag) => ({ isnp: flag === "yes" }),
  class: (code) => ({ patientClass: valueOf(code) }),
  type: (code) => ({ patientType: code }),
  in: (day) => ({ admitted: momentOf(day) }),
  out: (day) => ({ discharged: momentOf(day) }),
  unit: (name) => ({ unit: valueOf(name) }),
  hospital: (name) => ({ hospital: valueOf(name) ?? undefined }),
  reason: (text) => ({ reason: valueOf(text) ?? undefined }),
  diagnosis: (text) => ({ diagnosis: valueOf(text) ?? undefined }),
};

/**
 * Words such as `admit 10 npi=1; leave 15.75 to=02; H admit 16 class=E`: the event, when it happened, and what else it
 * says. H is a hospital.
 */
function said(text: string): Word[] {
  return text
    .split("; ")
    .filter(Boolean)
    .map((one) => {
      const parts = one.split(" ");
      const isHospital = parts[0] === "H";
      const [event, day = "", ...pairs] = parts.slice(isHospital ? 1 : 0);
      const happened = momentOf(day);
      const more = pairs.map((pair) => {
        const [key = "", value = ""] = pair.split("=");
        const read = KEYS[key];
        if (!read) throw new Error(`what is ${pair}?`);
        return read(value);
      });
      return word(
        event as Word["event"],
        happened && happened.ms / DAY,
        more.reduce((all, pair) => ({ ...all, ...pair }), {
          ...{ happened, ...(isHospital && OF_HOSPITAL) },
        }),
      );
    });
}

/** Stays of the census such as `10-15 said=30`; by default of one facility, and said on the twelfth. */
function rows(text: string): CensusStay[] {
  return text
    .split("; ")
    .filter(Boolean)
    .map((one, at) => {
      const [days = "", ...pairs] = one.split(" ");
      const [from, to] = days.split("-");
      const more = new Map(
        pairs.map((pair) => pair.split("=") as [string, string]),
      );
      const unit = more.get("unit");
      return row({
        id: at + 1,
        facility_id: Number(more.get("at") ?? MAPLE),
        admitted_on: Number(from),
        discharged_on: to ? Number(to) : null,
        unit: unit ? unit.replaceAll("_", " ") : null,
        said_ms: Number(more.get("said") ?? 12) * DAY,
      });
    });
}

export function row(more: Partial<CensusStay> = {}): CensusStay {
  return {
    id: 1,
    facility_id: MAPLE,
    admitted_on: 10,
    discharged_on: null,
    npi: 5,
    admitted_from: "hospital",
    isnp: 1,
    unit: null,
    admitted_minute: null,
    said_ms: 12 * DAY,
    ...more,
  };
}

export function derived(
  words: string | Word[],
  stays: string | CensusStay[] = [],
  transfers: CensusTransfer[] = [],
): Resident {
  return deriveResident(
    typeof words === "string" ? said(words) : words,
    typeof stays === "string" ? rows(stays) : stays,
    transfers,
  );
}

/** Each stay as `facility from-to`, with commas. */
export function stays(...given: Parameters<typeof derived>): string {
  return derived(...given)
    .stays.map(
      ({ facility_id, admitted_on, discharged_on }) =>
        `${facility_id} ${admitted_on}-${discharged_on ?? ""}`,
    )
    .join(", ");
}

/** Each transfer as `facility day outcome`, with its marks. */
export function transfers(...given: Parameters<typeof derived>): string {
  return derived(...given)
    .transfers.map((one) =>
      [
        one.facility_id,
        one.transferred_on,
        one.outcome,
        ...(one.planned ? ["planned"] : []),
        ...(one.assumed ? ["assumed"] : []),
      ].join(" "),
    )
    .join(", ");
}

/** Why words wait. */
export function waits(...given: Parameters<typeof derived>): string {
  return derived(...given)
    .waiting.map(({ reason }) => reason)
    .join(", ");
}

/** Cases of two lines: why, and `words | stays of the census -> what follows`. */
export function cases(
  text: string,
): [why: string, words: string, expected: string, census: string][] {
  const lines = text.split("\n").filter(Boolean);
  return lines.flatMap((line, at) => {
    if (line.startsWith("  ")) return [];
    const next = lines[at + 1]?.slice(2) ?? "";
    const [given = "", expected = ""] = next.split(/ ->(?: |$)/);
    const [words = "", census = ""] = given.split(" | ");
    return [[line, words, expected, census]];
  });
}
