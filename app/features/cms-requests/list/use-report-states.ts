import { useEffect, useState } from "react";
import { cmsReportStates } from "~/cms-request-paths";
import type { DateRange } from "~/domain/filters";
import {
  hasFile,
  isUnfinished,
  type ReportStatus,
  readyText,
} from "../rules/report-list";
import type { ReportRow } from "./load-report-list.server";

/** By the ids of reports. */
interface States {
  states: Readonly<Record<string, ReportStatus>>;
  problems: Readonly<Record<string, string>>;
}

/** "over": nobody is signed in; null: the server did not answer. */
async function askReportStates(
  range: DateRange,
): Promise<States | "over" | null> {
  const query = new URLSearchParams({ ...range }).toString();
  try {
    const response = await fetch(`${cmsReportStates}?${query}`);
    if (response.status === 204) return "over";
    return response.ok ? ((await response.json()) as States) : null;
  } catch {
    return null;
  }
}

const FIRST_LOOK_MS = 20_000;
const BACK_OFF = 1.5;
const LONGEST_WAIT_MS = 5 * 60_000;

const NONE: States = { states: {}, problems: {} };

/**
 * Polls ever more slowly while somebody looks at the page, and does not prolong the session. Rows keep their order,
 * so nothing moves while somebody reads.
 */
export function useReportStates(
  rows: ReportRow[],
  { startDate, endDate }: DateRange,
): { rows: ReportRow[]; news: string } {
  const [seen, setSeen] = useState({ rows, found: NONE, news: "" });
  const current = seen.rows === rows ? seen : { rows, found: NONE, news: "" };
  if (current !== seen) setSeen(current);
  const { states, problems } = current.found;
  const shown = rows.map((row) => {
    const status = states[row.id];
    return status ? { ...row, status, problem: problems[row.id] ?? null } : row;
  });
  const isWaiting = shown.some(({ status }) => isUnfinished(status));

  useEffect(() => {
    if (!isWaiting || isSavingData()) return;
    return lookAgain(async () => {
      const found = await askReportStates({ startDate, endDate });
      if (found === null || found === "over") return found;
      setSeen((before) =>
        before.rows === rows ? withStates(before, found) : before,
      );
      return found;
    });
  }, [isWaiting, rows, startDate, endDate]);
  return { rows: shown, news: current.news };
}

interface Seen {
  rows: ReportRow[];
  found: States;
  news: string;
}

function withStates(before: Seen, found: States): Seen {
  const ready = before.rows.filter(({ id, status }) => {
    const was = before.found.states[id] ?? status;
    return !hasFile(was) && hasFile(found.states[id] ?? was);
  });
  const news = ready.map(readyText).join(" ");
  return { ...before, found, news: news || before.news };
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
