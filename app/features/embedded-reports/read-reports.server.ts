import { getReports } from "~/contract/reports";
import { panelOf } from "~/data/panel.server";
import { systemMessages } from "~/domain/system-messages";
import type { SignedIn } from "~/session/require-user.server";

const TEXTS = { systemError: systemMessages.systemError.reports };

/** None for a host without reports. 4xx replace the page, unless `errorAbove` keeps them. */
export async function readReports(call: SignedIn["call"], errorAbove?: number) {
  const outcome = await call(getReports, {});
  if (outcome.kind === "failure" && outcome.status === 404) {
    return { state: "data" as const, reports: [] };
  }
  const panel = panelOf(outcome, TEXTS, ({ data }) => data, errorAbove);
  if (panel.state === "error") return panel;
  return {
    state: "data" as const,
    reports: panel.state === "data" ? panel.data : [],
  };
}
