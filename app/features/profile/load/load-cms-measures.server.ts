import { panelOf, panelTexts, type Panel } from "~/data/panel.server";
import { apiHost } from "~/data/upstream.server";
import type { SignedIn } from "~/session/require-user.server";
import {
  findCmsMeasures,
  type CmsMeasures,
} from "~server/cms-measures/service";
import type { FiguresRequest } from "./load-panels.server";

/** What CMS publishes of a facility. Null for pages of other levels, where nothing is stored, and with an API host. */
export async function loadCmsMeasures(
  { ask }: Pick<SignedIn, "ask">,
  { level, id }: Pick<FiguresRequest, "level" | "id">,
): Promise<Panel<CmsMeasures> | null> {
  if (apiHost || level !== "facility") return null;
  const outcome = await ask(findCmsMeasures, { facilityId: id });
  if (outcome.kind === "empty") return null;
  return panelOf(outcome, panelTexts("table"), (answer) => answer);
}
