import { getQuality } from "~/contract/qmcalculator";
import { panelOf, type Panel } from "~/data/panel.server";
import type { IsoDay } from "~/domain/calendar";
import { systemMessages } from "~/domain/system-messages";
import { qualityPeriod } from "~/domain/quality/quality-score";
import type { SignedIn } from "~/session/require-user.server";
import type { QualityView } from "../profile-view";
import type { FiguresRequest } from "./load-panels.server";

/** The quality score, which has a period of its own; of the filters only the facility counts (dashboard spec §7). */
export async function loadQuality(
  call: SignedIn["call"],
  { level, id, filters }: FiguresRequest,
  today: IsoDay,
): Promise<Panel<QualityView>> {
  const outcome = await call(getQuality, {
    params: { level, id },
    query: { facility_id: filters.facilityId },
  });
  return panelOf(
    outcome,
    {
      systemError: systemMessages.systemError.quality,
      shapeError: systemMessages.shapeError.quality,
    },
    (answer) => ({ ...answer.data, period: qualityPeriod(today) }),
  );
}
