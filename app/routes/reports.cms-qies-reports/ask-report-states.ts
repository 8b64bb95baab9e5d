import type { DateRange } from "~/domain/filters";
import { STATUS_WORDS } from "~/domain/qies/report-list-words";
import type { ReportStatus } from "~/domain/qies/report-list";
import { paths } from "~/paths";

/** How far the reports of a range are, by their ids. "over": nobody is signed in; null: it could not be asked. */
export async function askReportStates(
  range: DateRange,
): Promise<ReadonlyMap<number, ReportStatus> | "over" | null> {
  const query = new URLSearchParams({ ...range }).toString();
  try {
    const response = await fetch(`${paths.cmsReportStates}?${query}`);
    if (response.status === 204) return "over";
    return response.ok ? statesIn(await response.json()) : null;
  } catch {
    return null;
  }
}

function statesIn(body: unknown): ReadonlyMap<number, ReportStatus> | null {
  const { states } = (body ?? {}) as { states?: unknown };
  if (typeof states !== "object" || states === null) return null;
  return new Map(
    Object.entries(states).flatMap(([id, status]) =>
      isStatus(status) ? [[Number(id), status] as const] : [],
    ),
  );
}

function isStatus(text: unknown): text is ReportStatus {
  return typeof text === "string" && Object.keys(STATUS_WORDS).includes(text);
}
