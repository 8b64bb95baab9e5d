import { getEmbed } from "~/contract/powerbi";
import type { ApiDeps } from "~server/door/api-deps";
import {
  isListedFor,
  mayEmbed,
  selectReports,
} from "~server/reports/own-reports";
import { recordAccess } from "./record-access";
import { PowerBiFailure } from "~server/powerbi/power-bi-failure";
import { forbidden, notFound, Refusal } from "~server/refusal";
import { readDataState } from "~server/store/data-state";
import { register, type Doors } from "~server/door/doors";

/** Embeds a report (R203). 403 for other levels, physicians and account managers; 503 without Power BI. Audited. */
export function registerPowerBi(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getEmbed, async (call) => {
    const { viewer } = call;
    if (!mayEmbed(viewer)) throw forbidden();
    const { workspace_id, report_id } = call.params;
    const report = (await selectReports(db)).find(
      (one) =>
        one.workspace_id === workspace_id &&
        one.powerbi_report_id === report_id,
    );
    if (!report) throw notFound();
    if (!isListedFor(viewer, report)) throw forbidden();
    if (!deps.powerBi) {
      throw new Refusal(503, "Embedded reports are not set up.");
    }
    const asked = {
      workspaceId: workspace_id,
      reportId: report_id,
      role: report.row_level_role,
    };
    const result = await deps.powerBi
      .embed(asked, viewer)
      .catch((error: unknown) => {
        if (!(error instanceof PowerBiFailure)) throw error;
        const { reason, status, code } = error;
        call.log.warn({
          event: "powerbi.failed",
          report: report.id,
          reason,
          status,
          code,
        });
        throw refusalOf(error);
      });
    if (result.verdict !== "allow") {
      throw new Refusal(
        result.verdict === "forbidden" ? 403 : 503,
        result.words,
      );
    }
    await recordAccess(deps, call, {
      action: "view_embedded_report",
      details: { report: report.report_id },
    });
    const { accessToken, expiration, ...reportConfig } = result.embed;
    const { lastUpdated } = await readDataState(db);
    return {
      data: { reportConfig, accessToken, expiration },
      lastUpdated,
    };
  });
}

const RETRY_AFTER_S = 10;

const REFUSALS = {
  busy: "Power BI is busy at the moment. Please try again in a minute.",
  unreachable:
    "Power BI cannot be reached at the moment. Please try again in a minute.",
  refused:
    "Power BI does not give out this report. Please tell an administrator.",
  odd: "Power BI gave an answer that could not be understood. Please tell an administrator.",
};

function refusalOf({ reason, retryAfterS }: PowerBiFailure): Refusal {
  const mayPass = reason === "busy" || reason === "unreachable";
  return new Refusal(503, REFUSALS[reason], {
    ...(mayPass && {
      headers: { "retry-after": String(retryAfterS ?? RETRY_AFTER_S) },
    }),
  });
}
