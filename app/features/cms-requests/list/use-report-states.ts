import { useEffect, useState } from "react";
import type { DateRange } from "~/domain/filters";
import {
  hasFile,
  isUnfinished,
} from "~/features/cms-requests/rules/report-list";
import { readyText } from "~/features/cms-requests/rules/report-list-words";
import { askReportStates, type CmsReportState } from "./ask-report-states";
import type { ReportRow } from "./report-list-view";

const FIRST_LOOK_MS = 20_000;
const BACK_OFF = 1.5;
const LONGEST_WAIT_MS = 5 * 60_000;

type States = ReadonlyMap<number, CmsReportState>;

const NONE: States = new Map();

/**
 * The rows with what has become of the unfinished ones since the page came, and the news of it. The server is asked now
 * and then, more and more seldom, while the page is looked at; asking does not prolong the session. The rows stay in
 * their order: nothing moves under whoever reads it.
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

/** Looks again and again until there is nothing to see any more; a page out of sight waits until it is looked at. */
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
