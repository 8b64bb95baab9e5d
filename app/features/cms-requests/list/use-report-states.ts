import { useEffect, useState } from "react";
import { cmsReportStates } from "~/cms-request-paths";
import type { DateRange } from "~/domain/filters";
import {
  hasFile,
  isUnfinished,
  type ReportStatus,
  readyText,
  STATUS_WORDS,
} from "../rules/report-list";
import type { ReportRow } from "./load-report-list.server";

interface CmsReportState {
  status: ReportStatus;
  problem: string | null;
}

/** "over": nobody is signed in; null: the server did not answer. */
async function askReportStates(
  range: DateRange,
): Promise<ReadonlyMap<number, CmsReportState> | "over" | null> {
  const query = new URLSearchParams({ ...range }).toString();
  try {
    const response = await fetch(`${cmsReportStates}?${query}`);
    if (response.status === 204) return "over";
    return response.ok ? statesIn(await response.json()) : null;
  } catch {
    return null;
  }
}

function statesIn(body: unknown): ReadonlyMap<number, CmsReportState> | null {
  const { states, problems } = (body ?? {}) as Record<string, unknown>;
  if (typeof states !== "object" || states === null) return null;
  const reasons = (problems ?? {}) as Record<string, unknown>;
  return new Map(
    Object.entries(states).flatMap(([id, status]) => {
      if (!isStatus(status)) return [];
      const reason = reasons[id];
      const problem = typeof reason === "string" ? reason : null;
      return [[Number(id), { status, problem }] as const];
    }),
  );
}

function isStatus(text: unknown): text is ReportStatus {
  return typeof text === "string" && Object.keys(STATUS_WORDS).includes(text);
}

const FIRST_LOOK_MS = 20_000;
const BACK_OFF = 1.5;
const LONGEST_WAIT_MS = 5 * 60_000;

type States = ReadonlyMap<number, CmsReportState>;

const NONE: States = new Map();

/**
 * Polls ever more slowly while somebody looks at the page, and does not prolong the session. Rows keep their order,
 * so nothing moves while somebody reads.
 */
export function useReportStates(
  rows: ReportRow[],
  { startDate, endDate }: DateRange,
): { rows: ReportRow[]; news: string } {
  const [seen, setSeen] = useState({ rows, states: NONE, news: "" });
  const current = seen.rows === rows ? seen : { rows, states: NONE, news: "" };
  if (current !== seen) setSeen(current);
  const shown = rows.map((row) => {
    const state = current.states.get(row.id);
    return state ? { ...row, ...state } : row;
  });
  const isWaiting = shown.some(({ status }) => isUnfinished(status));

  useEffect(() => {
    if (!isWaiting || isSavingData()) return;
    return lookAgain(async () => {
      const states = await askReportStates({ startDate, endDate });
      if (states === null || states === "over") return states;
      setSeen((before) =>
        before.rows === rows ? withStates(before, states) : before,
      );
      return states;
    });
  }, [isWaiting, rows, startDate, endDate]);
  return { rows: shown, news: current.news };
}

interface Seen {
  rows: ReportRow[];
  states: States;
  news: string;
}

function withStates(before: Seen, states: States): Seen {
  const ready = before.rows.filter((row) => {
    const was = before.states.get(row.id)?.status ?? row.status;
    return !hasFile(was) && hasFile(states.get(row.id)?.status ?? was);
  });
  const news = ready.map(readyText).join(" ");
  return { ...before, states, news: news || before.news };
}

/** Stops when there is nothing left to wait for. A hidden page waits until it is visible. */
function lookAgain(look: () => Promise<States | "over" | null>): () => void {
  let waitMs = FIRST_LOOK_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let isOver = false;
  const wait = () => {
    timer = setTimeout(onTime, waitMs);
    waitMs = Math.min(waitMs * BACK_OFF, LONGEST_WAIT_MS);
  };
  const onTime = () => {
    isDue = document.visibilityState === "hidden";
    if (isDue) return;
    void look().then((found) => {
      if (!isOver && found !== "over") wait();
    });
  };
  const onSight = () => {
    if (isDue) onTime();
  };
  document.addEventListener("visibilitychange", onSight);
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onSight);
  };
}

function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
