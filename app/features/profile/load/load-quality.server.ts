import { getQuality } from "~/contract/qmcalculator";
import { panelOf, panelTexts, type Panel } from "~/data/panel.server";
import type { IsoDay } from "~/domain/calendar";
import { qualityPeriod } from "../rules/quality/quality-score";
import type { SignedIn } from "~/session/require-user.server";
import type { QualityView } from "../profile-view";
import type { FiguresRequest } from "./load-panels.server";

/** Keeps all 4xx in their panel, except 401, which leads to login. */
const ANY_ERROR = 399;

/**
 * Covers the default range; of the filters only the facility counts (R125). Null where the API host refuses it to this
 * viewer. Any other failure stays in its card, unless the score is what was asked for.
 */
export async function loadQuality(
  call: SignedIn["call"],
  { level, id, filters }: FiguresRequest,
  today: IsoDay,
  isAskedFor: boolean,
): Promise<Panel<QualityView> | null> {
  const outcome = await call(getQuality, {
    params: { level, id },
    query: { facility_id: filters.facilityId },
  });
  const isRefused = outcome.kind === "failure" && outcome.status === 403;
  if (isRefused && !isAskedFor) return null;
  return panelOf(
    outcome,
    panelTexts("quality"),
    ({ data, data_through }) => ({
      ...data,
      period: qualityPeriod(today, data_through?.latest ?? null),
    }),
    isAskedFor ? undefined : ANY_ERROR,
  );
}
