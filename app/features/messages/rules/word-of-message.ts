import { dayIn, minuteIn, type EpochDay } from "~/domain/calendar";
import type { AdtEvent, MessageFacts, TimeStamp } from "./message-facts";
import {
  clockOf,
  readTime,
  type SenderClock,
  writtenDay,
} from "./message-time";
import { translated, type SenderCodes } from "./sender-codes";
import type { Moment, Word } from "./words";

export interface KnownSender {
  sender: string;
  /** MSH-4.1 or PV1-3.4, empty where it has none: the name that a hospital goes by. */
  facility: string;
  role: "facility" | "hospital";
  /** Of a hospital null, where it tells of the residents of any facility. */
  facilityId: number | null;
  timeZone: string;
  codes: SenderCodes;
}

export interface SentFacts extends KnownSender {
  id: number;
  facts: MessageFacts;
  receivedMs: number;
}

/** Events of somebody who goes, or is back. */
const AT_DAY_END: ReadonlySet<AdtEvent> = new Set([
  "discharge",
  "return",
  "state",
]);

const MS_PER_MINUTE = 60_000;

/** As the columns of an import are. */
const LONGEST_NAME = 200;
const LONGEST_PHRASE = 500;

/** Stands for the facility of a hospital's message that names none. */
const NO_FACILITY = 0;

/** So far ahead of ours is a clock that is set wrong; what lies further ahead is expected. */
const CLOCKS_APART_MS = 5 * MS_PER_MINUTE;

/** When the visit will be as an Encounter says that it is; null where that is so already. Such a message is applied then (R508). */
export function comesTrueAt(sent: Timed): number | null {
  const { facts, receivedMs } = sent;
  const { admitted, discharged } = facts.visit;
  const ahead = [admitted, discharged]
    .flatMap((stamp) => (stamp && momentOf(stamp, sent, false)) || [])
    .map(({ ms }) => ms)
    .filter((ms) => ms > receivedMs + CLOCKS_APART_MS);
  return facts.event === "state" && ahead.length > 0
    ? Math.max(...ahead)
    : null;
}

/**
 * What a message says, with its times as instants and in the codes of UB-04 and HL7. No event lies after its receipt: a sender
 * whose clock is ahead would outrank all others. A time of the visit that is still to come is an expectation.
 */
export function wordOf(sent: SentFacts): Word | null {
  const { facts, codes, role, receivedMs } = sent;
  if (facts.event === "merge") return null;
  const { visit } = facts;
  const past = (stamp: TimeStamp | null | undefined, isEnd: boolean) => {
    const moment = stamp && momentOf(stamp, sent, isEnd);
    if (!moment) return stamp === null ? null : undefined;
    const isAhead = moment.ms > receivedMs + CLOCKS_APART_MS;
    if (!isAhead) return upToReceipt(moment, sent);
    return facts.event === "state" ? moment : undefined;
  };
  const number = visit.number ?? null;
  // Two hospitals number their visits alike.
  const senderKey = JSON.stringify([sent.sender, sent.facility]);
  return {
    id: sent.id,
    facilityId: sent.facilityId ?? NO_FACILITY,
    role,
    event: facts.event,
    happened: facts.happened ? happenedOf(facts.happened, sent) : null,
    saidMs: saidMsOf(sent),
    visitNumber:
      role === "hospital" && number !== null
        ? JSON.stringify([senderKey, number])
        : number,
    encounterId:
      visit.encounterId && JSON.stringify([senderKey, visit.encounterId]),
    npi: typeof visit.npi === "string" ? Number(visit.npi) : visit.npi,
    admitSource: translated(codes, "PV1-14", visit.admitSource),
    disposition: translated(codes, "PV1-36", visit.disposition),
    patientClass: translated(codes, "PV1-2", visit.patientClass),
    patientType: translated(codes, "PV1-18", visit.patientType),
    isnp:
      facts.plans.length === 0
        ? undefined
        : facts.plans.some(
            (plan) => translated(codes, "IN1-2", plan) === "ISNP",
          ),
    admitted: past(visit.admitted, false),
    discharged: past(visit.discharged, true),
    ...detailsOf(sent),
  };
}

/** A reason to admit is a hospital's: that of a facility says why the resident lives there (R310). */
function detailsOf({
  facts: { visit },
  role,
  facility,
}: SentFacts): Pick<Word, "unit" | "hospital" | "reason" | "diagnosis"> {
  const isHospital = role === "hospital";
  return {
    unit: isHospital ? undefined : clean(visit.unit, LONGEST_NAME),
    hospital:
      clean(
        isHospital ? (visit.provider ?? facility) : visit.destination,
        LONGEST_NAME,
      ) ?? undefined,
    reason:
      clean(
        isHospital ? visit.admitReason : visit.eventReason,
        LONGEST_PHRASE,
      ) ?? undefined,
    diagnosis: clean(visit.diagnosis, LONGEST_PHRASE) ?? undefined,
  };
}

/** On one line, and no longer than an import lets it be. Undefined where nothing is left. */
function clean(text: string | null | undefined, longest: number) {
  if (text === null) return null;
  // oxlint-disable-next-line no-control-regex
  const line = text?.replace(/[\u0000-\u001f\u007f\s]+/g, " ").trim();
  return line?.slice(0, longest).trim() || undefined;
}

/** When a message was said, in milliseconds since 1970; one that claims to come from the future, when it was received. */
export function saidMsOf(sent: Timed): number {
  const { facts, receivedMs } = sent;
  const said = readTime(facts.said, senderClock(sent));
  if (!said) return receivedMs;
  const { ms, lastMs, isDayAlone } = said;
  // Of an hour that clocks show twice, it is the second one when that has passed.
  const isSecond = !isDayAlone && lastMs <= receivedMs;
  return Math.min(isSecond ? lastMs : ms, receivedMs);
}

type Timed = Pick<SentFacts, "facts" | "timeZone" | "receivedMs">;

function senderClock({ facts, timeZone }: Timed): SenderClock {
  return clockOf(facts.sentAt, timeZone);
}

/**
 * A day without a time is its beginning, and may be up to its end, or up to when that was said or received, if that is earlier. Where
 * somebody goes or is back it is the latter: who came on that day came before (R305).
 */
function momentOf(
  stamp: TimeStamp,
  sent: Timed,
  isEnd: boolean,
): Moment | null {
  const { timeZone, facts, receivedMs } = sent;
  const clock = senderClock(sent);
  const time = readTime(stamp, clock);
  if (!time) return null;
  const { ms, day, isDayAlone } = time;
  const said = readTime(facts.said, clock);
  const saidMs = said && !said.isDayAlone ? said.lastMs : Infinity;
  const lastMs = Math.max(ms, Math.min(time.lastMs, saidMs, receivedMs));
  const moment = isDayAlone
    ? { ms: isEnd ? lastMs : ms, day, isDayAlone }
    : { ms, day, minute: minuteIn(timeZone, ms) };
  return lastMs > moment.ms ? { ...moment, lastMs } : moment;
}

function happenedOf(stamp: TimeStamp, sent: Timed): Moment | null {
  const moment = momentOf(stamp, sent, AT_DAY_END.has(sent.facts.event));
  const isDue = comesTrueAt(sent) === null;
  return moment && isDue ? upToReceipt(moment, sent) : moment;
}

/** What claims to come from the future happened when it was received. */
function upToReceipt(moment: Moment, { receivedMs, timeZone }: Timed): Moment {
  if (moment.ms <= receivedMs) return moment;
  const ms = receivedMs;
  return { ms, day: dayIn(timeZone, ms), minute: minuteIn(timeZone, ms) };
}

/** Since when a resident is known to live where clocks show a time zone. */
export interface Lived {
  since: EpochDay;
  timeZone: string;
}

/** The day that a message of any clock speaks of. */
export function spokenDay({ happened, said }: MessageFacts): EpochDay {
  return writtenDay(happened ?? said) ?? -Infinity;
}

/**
 * By which clocks a hospital's notice is read that may be of any facility's resident: those of where they lived last before it, else
 * of where they first did. Undefined where nobody has told.
 */
export function zonesOfVisits(
  lived: readonly Lived[],
): (facts: MessageFacts) => string | undefined {
  const moves = [...lived]
    .sort(
      (one, other) =>
        one.since - other.since || (one.timeZone < other.timeZone ? -1 : 1),
    )
    .filter(({ timeZone }, at, all) => timeZone !== all[at - 1]?.timeZone);
  return (facts) => {
    const day = spokenDay(facts);
    const [first] = moves;
    const last = moves.filter(({ since }) => since <= day).at(-1);
    return (last ?? first)?.timeZone;
  };
}
