import { getCmsMeasures, type CmsMeasures } from "~/contract/cms-measures";
import { optionalCall } from "~/data/optional-call.server";
import { panelOf, panelTexts, type Panel } from "~/data/panel.server";
import type { SignedIn } from "~/session/require-user.server";
import type { FiguresRequest } from "./load-panels.server";

/** With it every 4xx but a 401, which leads to login, stays in its panel. */
const ANY_ERROR = 399;

/**
 * What CMS publishes of a facility. Null for pages of other levels, where nothing is stored, and where the API host does not
 * know or refuses it: the page does without it.
 */
export async function loadCmsMeasures(
  signedIn: SignedIn,
  { level, id }: Pick<FiguresRequest, "level" | "id">,
): Promise<Panel<CmsMeasures> | null> {
  if (level !== "facility") return null;
  const outcome = await optionalCall(
    signedIn,
    getCmsMeasures,
    () => signedIn.call(getCmsMeasures, { params: { facilityId: id } }),
    { namesRow: true },
  );
  if (outcome.kind === "not-offered" || outcome.kind === "empty") return null;
  if (outcome.kind === "failure" && [403, 404].includes(outcome.status)) {
    return null;
  }
  return panelOf(outcome, panelTexts("table"), ({ data }) => data, ANY_ERROR);
}
