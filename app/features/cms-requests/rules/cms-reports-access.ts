import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";

const FACILITY_RANK = 2;

/** The figures are a facility's, so physicians may not request them, nor account managers. */
export function mayRequestCmsReports({
  accessLevel,
}: Pick<Viewer, "accessLevel">): boolean {
  const rank = rankOf(accessLevel);
  return rank >= FACILITY_RANK && rank !== ADMINISTRATOR_RANK;
}
