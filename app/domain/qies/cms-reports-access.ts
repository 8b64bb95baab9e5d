import { ADMINISTRATOR_RANK } from "../access/guard";
import { rankOf } from "../access/ranks";
import type { Viewer } from "../access/viewer";

const FACILITY_RANK = 2;

/** The figures of a CMS report are a facility's, so physicians may not ask for them, nor may user administrators. */
export function mayRequestCmsReports({
  accessLevel,
}: Pick<Viewer, "accessLevel">): boolean {
  const rank = rankOf(accessLevel);
  return rank >= FACILITY_RANK && rank !== ADMINISTRATOR_RANK;
}
