import { mayReadResidents } from "~/domain/access/guard";
import type { Viewer } from "~/domain/access/viewer";
import { forbidden } from "~server/refusal";

/** Throws 403 for account managers (R263). */
export function requireResidentReader(viewer: Viewer): void {
  if (!mayReadResidents(viewer)) throw forbidden();
}
