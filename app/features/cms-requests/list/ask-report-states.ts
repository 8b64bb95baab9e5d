import type { DateRange } from "~/domain/filters";
import { STATUS_WORDS } from "~/features/cms-requests/rules/report-list-words";
import type { ReportStatus } from "~/features/cms-requests/rules/report-list";
import { cmsReportStates } from "~/cms-report-paths";

/** How far a report is, and why it failed where that is known. */
export interface CmsReportState {
  status: ReportStatus;
  problem: string | null;
}

/** The states of the reports of a range by their ids. "over": nobody is signed in; null: it could not be asked. */
export async function askReportStates(
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
