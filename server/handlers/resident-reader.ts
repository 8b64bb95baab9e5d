import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { forbidden } from "~server/refusal";
import type { ApiDeps } from "./api-deps";

/** Throws a 403 refusal for account managers where residents are closed to them (R263). */
export function requireResidentReader(
  { accountManagersRead }: Pick<ApiDeps, "accountManagersRead">,
  { accessLevel }: Viewer,
): void {
  if (!accountManagersRead && rankOf(accessLevel) === ADMINISTRATOR_RANK) {
    throw forbidden();
  }
}
