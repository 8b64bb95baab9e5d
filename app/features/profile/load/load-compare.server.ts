import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { getMetrics } from "~/contract/metrics";
import type { Panel } from "~/data/panel.server";
import { childLevelOf, type Level } from "~/domain/places/hierarchy";
import { systemMessages } from "~/domain/system-messages";
import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { hasNoneSettled } from "~/domain/figures/settled-admissions";
import type { SignedIn } from "~/session/require-user.server";
import { Semaphore } from "~/runtime/semaphore.server";
import { childNames, type DrillDownRows } from "../drill-down/drill-down-rows";
import type { Dated, FiguresRequest } from "./load-panels.server";
import type { ComparedCounts, CompareView } from "../profile-view";

/** How many children are asked for at a time: a portal has other pages to answer, and the host other portals. */
export const CALLS_AT_ONCE = 8;

/** How many are asked for at a time by all comparisons together; they take turns beyond that. */
export const CALLS_IN_ALL = 16;

const calls = new Semaphore({ atOnce: CALLS_IN_ALL });

/** The comparison then shows as it is; missing figures are unknown. */
const COMPARE_DEADLINE_MS = 8_000;

const CALL_DEADLINE_MS = 5_000;

const NONE_KNOWN_STATUS = 503;

/**
 * The contract has no call for this, so each child's figures load as on its own page. It is an error only if all
 * fail. Loading stops at a 401, and when `gone` aborts.
 */
export async function loadCompare(
  call: SignedIn["call"],
  request: FiguresRequest,
  list: Panel<Dated<DrillDownRows>>,
  gone: AbortSignal,
  deadlineMs = COMPARE_DEADLINE_MS,
): Promise<Panel<CompareView>> {
  if (list.state !== "data") return list;
  const level = childLevelOf(request.level);
  const children = childNames(list.data.data);
  if (level === "patient" || children.length === 0) return { state: "empty" };
  // One alone is compared with nobody.
  if (children.length === 1) return shown(children, [null]);
  const answers = await askEach(
    children.map(({ id }) => id),
    { deadlineMs, gone },
    (id, signal) => figuresOf(call, request, { level, id }, signal),
  );
  return answers.every((answer) => answer === null)
    ? {
        state: "error",
        message: systemMessages.systemError.overview,
        status: NONE_KNOWN_STATUS,
      }
    : shown(children, answers);
}

/** Null where the child's figures could not be had, and where its data end before the range; another empty answer is zeros (R87). */
async function figuresOf(
  call: SignedIn["call"],
  { level: parent, id: parentId, filters }: FiguresRequest,
  child: { level: Level; id: number },
  signal: AbortSignal,
): Promise<OverviewMetrics | null> {
  const { startDate, endDate, isnp, facilityId } = filters;
  const outcome = await call(
    getMetrics,
    {
      params: { ...child, startDate, endDate },
      query: {
        isnp,
        // A physician's figures in this facility, not those of all the facilities where they work.
        facility_id: parent === "facility" ? parentId : facilityId,
      },
    },
    { deadlineMs: CALL_DEADLINE_MS, signal },
  );
  switch (outcome.kind) {
    case "data":
      return outcome.answer.data;
    case "empty":
      return outcome.through === undefined ? EMPTY_METRICS : null;
    case "failure":
      return null;
  }
}

async function askEach<Answer>(
  ids: readonly number[],
  { deadlineMs, gone }: { deadlineMs: number; gone: AbortSignal },
  ask: (id: number, signal: AbortSignal) => Promise<Answer | null>,
): Promise<(Answer | null)[]> {
  const over = new AbortController();
  // No `AbortSignal.timeout`: Node 20 forgets one that only `AbortSignal.any` holds, and it never comes.
  const timer = setTimeout(() => over.abort(), deadlineMs);
  // Aborted by signal, because a host is not to blame when we stop waiting.
  const signal = AbortSignal.any([over.signal, gone]);
  const answers = ids.map((): Answer | null => null);
  const waiting = ids.entries();
  const askInTurn = async () => {
    for (const [place, id] of waiting) {
      // Calls in this process never leave it to others by themselves, and nobody would hear that the asker is gone.
      await turnOfTheLoop();
      const release = await calls.acquire(signal);
      if (!release) return;
      try {
        answers[place] = await ask(id, signal);
      } finally {
        release();
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, askInTurn));
  } finally {
    clearTimeout(timer);
    over.abort();
  }
  return answers;
}

function shown(
  children: CompareView["children"],
  answers: readonly (OverviewMetrics | null)[],
): Panel<CompareView> {
  const counts = Object.fromEntries(
    RATE_MEASURES.map((measure): [string, ComparedCounts] => {
      const parts = answers.map((answer) => answer && measure.read(answer));
      return [
        measure.tag,
        {
          events: parts.map((part) => part?.events ?? null),
          denominators: parts.map((part) => rounded(part?.denominator ?? null)),
        },
      ];
    }),
  ) as CompareView["counts"];
  const isSettled = answers.some(
    (answer) => answer?.short_stays.settled_adm != null,
  );
  const awaited = children.flatMap(({ id }, index) => {
    const stays = answers[index]?.short_stays;
    return stays && hasNoneSettled(stays) ? [id] : [];
  });
  return {
    state: "data",
    data: { children, counts, awaited: isSettled ? awaited : null },
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e4) / 1e4;
}
