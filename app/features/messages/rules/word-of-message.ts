import { dayIn, minuteIn, type EpochDay } from "~/domain/calendar";
import type { AdtEvent, MessageFacts, TimeStamp } from "./message-facts";
import { clockOf, readTime, writtenDay } from "./message-time";
import { translated, type SenderCodes } from "./sender-rules";
import type { Moment, Word } from "./words";

export interface KnownSender {
  sender: string;
  /** MSH-4.1 or PV1-3.4: a hospital's name. */
  facility: string;
  role: "facility" | "hospital";
  /** Null for a hospital of residents of any facility. */
  facilityId: number | null;
  timeZone: string;
  codes: SenderCodes;
}

export interface SentFacts extends KnownSender {
  id: number;
  facts: MessageFacts;
  receivedMs: number;
}

/** A day alone is its end for these. */
const AT_DAY_END: ReadonlySet<AdtEvent> = new Set([
  "discharge",
  "return",
  "state",
]);

const MS_PER_MINUTE = 60_000;

/** As the columns of an import. */
const LONGEST_NAME = 200;
const LONGEST_PHRASE = 500;

const NO_FACILITY = 0;

/** A clock may be wrong by this much. What lies further ahead is an expectation. */
const CLOCKS_APART_MS = 5 * MS_PER_MINUTE;

/** When a state that is still expected will hold; null if it holds (R508). */
export function comesTrueAt(sent: Timed): number | null {
  const { facts, receivedMs } = sent;
  const { admitted, discharged } = facts.visit;
  if (facts.event !== "state") return null;
  const ahead = [admitted, discharged]
    .flatMap((stamp) => (stamp && momentOf(stamp, sent, false)?.ms) || [])
    .filter((ms) => ms > receivedMs + CLOCKS_APART_MS);
  return ahead.length > 0 ? Math.max(...ahead) : null;
}

/** A message as a word. No event lies after its receipt, or a sender's fast clock would outrank all others (R508). */
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
  // Hospitals number their visits alike.
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

/** A facility's reason to admit is why the resident lives there, so only a hospital's counts (R310). */
function detailsOf({ facts, role, facility }: SentFacts) {
  const { unit, provider, destination, ...visit } = facts.visit;
  const isHospital = role === "hospital";
  const ownUnit = unit === null ? null : clean(unit, LONGEST_NAME);
  const hospital = isHospital ? (provider ?? facility) : destination;
  const reason = isHospital ? visit.admitReason : visit.eventReason;
  return {
    unit: isHospital ? undefined : ownUnit,
    hospital: clean(hospital, LONGEST_NAME),
    reason: clean(reason, LONGEST_PHRASE),
    diagnosis: clean(visit.diagnosis, LONGEST_PHRASE),
  };
}

/** On one line, as long as an import allows. */
function clean(text: string | undefined, longest: number): string | undefined {
  // oxlint-disable-next-line no-control-regex
  const line = text?.replace(/[\u0000-\u001f\u007f\s]+/g, " ").trim();
  return line?.slice(0, longest).trim() || undefined;
}

/** When a message was said, at the latest when it was received. */
export function saidMsOf(sent: Timed): number {
  const { facts, receivedMs } = sent;
  const said = readTime(facts.said, senderClock(sent));
  if (!said) return receivedMs;
  const { ms, lastMs, isDayAlone } = said;
  // In an hour that clocks show twice, the second one if that has passed.
  const isSecond = !isDayAlone && lastMs <= receivedMs;
  return Math.min(isSecond ? lastMs : ms, receivedMs);
}

type Timed = Pick<SentFacts, "facts" | "timeZone" | "receivedMs">;

function senderClock({ facts, timeZone }: Timed) {
  return clockOf(facts.sentAt, timeZone);
}

/** A day alone is its beginning, or its end for an end, but not after it was said or received (R305). */
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

function upToReceipt(moment: Moment, { receivedMs, timeZone }: Timed): Moment {
  if (moment.ms <= receivedMs) return moment;
  const ms = receivedMs;
  return { ms, day: dayIn(timeZone, ms), minute: minuteIn(timeZone, ms) };
}

export function spokenDay({ happened, said }: MessageFacts): EpochDay {
  return writtenDay(happened ?? said) ?? -Infinity;
}

/** The time zone of a hospital's notice: where the resident last lived before it, else where they first did. */
export function zonesOfVisits(
  lived: readonly { since: EpochDay; timeZone: string }[],
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
