import type { Logger } from "pino";
import type { Clock, After } from "~server/clock/clock";
import type {
  CmsAnswer,
  CmsConnector,
  FileContent,
} from "~server/cms-requests/cms-connector";
import type { Database } from "~server/store/schema";
import {
  complete,
  extendLease,
  fail,
  LEASE_MS,
  postpone,
  release,
  type ClaimedReport,
} from "./report-queue";
import { orderOfReport } from "~server/cms-requests/requested-reports";

/** A request fails after this many attempts, some 15 hours with {@link retryDelayMs}. */
export const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 30_000;
const RETRY_FACTOR = 4;
const LONGEST_RETRY_MS = 6 * 3_600_000;

const ATTEMPT_LIMIT_MS = 10 * 60_000;
const EXTEND_EVERY_MS = LEASE_MS / 3;

/** When to stop waiting for a report that is made elsewhere. */
const GIVE_UP_AFTER_MS = 30 * 86_400_000;
const SOONEST_MS = 60_000;
const LATEST_MS = 86_400_000;

export const reportProblems = {
  failed:
    "The report could not be made. Please request it again. If it fails again, contact support.",
  tooLate:
    "CMS did not deliver the report within 30 days. Please request it again.",
} as const;

export interface AttemptParts {
  db: Database;
  connector: CmsConnector;
  /** The current data version; null if reports are not made from our data. */
  readVersion: () => Promise<number | null>;
  clock: Clock;
  log: Logger;
  after: After;
}

export function retryDelayMs(attempts: number): number {
  return Math.min(
    FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1),
    LONGEST_RETRY_MS,
  );
}

/**
 * Extends the claim meanwhile, and discards the result without it. `stop` ends the attempt at once, whatever the
 * connector does, and releases the request.
 */
export async function attemptReport(
  parts: AttemptParts,
  held: ClaimedReport,
  stop: AbortSignal,
): Promise<void> {
  const { db, log, clock, after } = parts;
  const record = log.child({
    report_id: held.id,
    facility_id: held.facility_id,
    user_id: held.user_id,
    report_category_id: held.report_category_id,
    report_type_id: held.report_type_id,
    attempt: held.attempts,
  });
  const over = new AbortController();
  const signal = AbortSignal.any([stop, over.signal]);
  const endLimit = after(ATTEMPT_LIMIT_MS, () =>
    over.abort(new Error("the attempt took longer than ten minutes")),
  );
  const endLease = keepExtending(parts, held, () =>
    over.abort(new ClaimLostError()),
  );
  const beganAt = clock();
  try {
    // Each attempt may have died with its process.
    if (held.attempts > MAX_ATTEMPTS) throw new Error("too many attempts");
    const ending = await makeReport(parts, held, signal);
    const ms = clock().getTime() - beganAt.getTime();
    const isMade = ending.ending === "completed";
    const event = isMade ? "access.qies_report_made" : "qies.report_attempt";
    record.info({ event, ...ending, ms });
  } catch (error) {
    if (error instanceof ClaimLostError) {
      record.warn({ event: "qies.report_attempt", ending: "claim-lost" });
    } else if (stop.aborted && error === stop.reason) {
      await release(db, held);
      record.info({ event: "qies.report_attempt", ending: "stopped" });
    } else {
      record.error({ event: "qies.report_failed", err: error });
      await failOrRetry(db, held, clock());
    }
  } finally {
    endLimit();
    endLease();
  }
}

class ClaimLostError extends Error {}

interface Ending {
  ending: "completed" | "not-yet" | "refused" | "given-up";
  bytes?: number;
}

async function makeReport(
  { db, connector, readVersion, clock }: AttemptParts,
  held: ClaimedReport,
  signal: AbortSignal,
): Promise<Ending> {
  const order = await orderOfReport(db, held);
  // The request was deleted with its facility.
  if (!order) throw new ClaimLostError();
  // Read the version before the data: if they change in between, the report gets the older version and is not reused.
  const dataVersion = await readVersion();
  const answer = await unlessAborted(
    connector.fetchReport(order, { signal, now: clock() }),
    signal,
  );
  switch (answer.state) {
    case "ready":
      return store({ db, clock }, held, { ...answer, dataVersion }, signal);
    case "refused":
      await requireClaim(fail(db, held, toOneLine(answer.words, 300), clock()));
      return { ending: "refused" };
    case "not-yet":
      return wait(db, held, answer.askAgainAt, clock());
  }
}

const MAGIC = "%PDF-";

/** More than any report needs; an endless response must not fill memory and disk. */
const MAX_REPORT_BYTES = 50_000_000;

/** Reads a whole PDF. Throws above 50 MB, and for other content, such as a host's error page. */
async function readPdf(
  content: FileContent,
  signal: AbortSignal,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of content instanceof Uint8Array
    ? [content]
    : content) {
    signal.throwIfAborted();
    bytes += part.byteLength;
    if (bytes > MAX_REPORT_BYTES) throw new Error("the report is too large");
    parts.push(part);
  }
  const whole = Buffer.concat(parts);
  if (whole.subarray(0, MAGIC.length).toString("latin1") !== MAGIC) {
    throw new Error("the report is not a PDF");
  }
  return whole;
}

async function store(
  { db, clock }: Pick<AttemptParts, "db" | "clock">,
  held: ClaimedReport,
  answer: Extract<CmsAnswer, { state: "ready" }> & {
    dataVersion: number | null;
  },
  signal: AbortSignal,
): Promise<Ending> {
  const content = await unlessAborted(readPdf(answer.content, signal), signal);
  const name = toOneLine(answer.name ?? "", 150) || held.name;
  const { dataVersion } = answer;
  const made = { content, name, dataVersion };
  await requireClaim(complete(db, held, made, clock()));
  return { ending: "completed", bytes: content.byteLength };
}

async function wait(
  db: Database,
  held: ClaimedReport,
  askAgainAt: Date,
  now: Date,
): Promise<Ending> {
  const waitedMs = now.getTime() - Date.parse(held.requested_at);
  if (waitedMs > GIVE_UP_AFTER_MS) {
    await requireClaim(fail(db, held, reportProblems.tooLate, now));
    return { ending: "given-up" };
  }
  const wishedMs = askAgainAt.getTime() - now.getTime();
  const delayMs = Math.min(Math.max(wishedMs || 0, SOONEST_MS), LATEST_MS);
  const until = new Date(now.getTime() + delayMs);
  // Not a failed attempt: the host answered.
  await requireClaim(postpone(db, held, { until, attempts: 0 }));
  return { ending: "not-yet" };
}

async function requireClaim(changed: Promise<boolean>): Promise<void> {
  if (!(await changed)) throw new ClaimLostError();
}

async function failOrRetry(
  db: Database,
  held: ClaimedReport,
  now: Date,
): Promise<void> {
  const { attempts } = held;
  if (attempts >= MAX_ATTEMPTS) {
    await fail(db, held, reportProblems.failed, now);
    return;
  }
  const until = new Date(now.getTime() + retryDelayMs(attempts));
  await postpone(db, held, { until, attempts });
}

function keepExtending(
  { db, clock, after, log }: AttemptParts,
  held: ClaimedReport,
  onLost: () => void,
): () => void {
  let hasEnded = false;
  let cancel = () => {};
  const extend = async () => {
    try {
      const isHeld = await extendLease(db, held, clock());
      if (hasEnded) return;
      if (!isHeld) return onLost();
    } catch (error) {
      // The lease outlasts one extension; the next may work.
      if (!hasEnded) log.warn({ event: "qies.lease_not_extended", err: error });
    }
    if (!hasEnded) plan();
  };
  const plan = () => {
    cancel = after(EXTEND_EVERY_MS, () => void extend());
  };
  plan();
  return () => {
    hasEnded = true;
    cancel();
  };
}

/** Settles with the signal even if the work ignores it; a later result is dropped. */
function unlessAborted<Result>(
  work: Promise<Result> | Result,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    // An operator's connector may return a plain value, whatever its type says.
    void Promise.resolve(work)
      .then(resolve, reject)
      // A listener would keep the report as long as the process runs.
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** A connector's text on one line, without control characters, cut to a length. */
function toOneLine(text: string, length: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim();
  return Array.from(line).slice(0, length).join("");
}
