import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { forbidden } from "~server/refusal";
import type { ApiDeps } from "~server/door/api-deps";

type Switch = Pick<ApiDeps, "accountManagersRead">;

/** Throws a 403 refusal for account managers where residents are closed to them (R263). */
export function requireResidentReader(deps: Switch, viewer: Viewer): void {
  if (!mayReadResidents(deps, viewer)) throw forbidden();
}

export function mayReadResidents(
  { accountManagersRead }: Switch,
  { accessLevel }: Viewer,
): boolean {
  return accountManagersRead || rankOf(accessLevel) !== ADMINISTRATOR_RANK;
}
