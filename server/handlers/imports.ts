import { getImports } from "~/contract/imports";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import { readImports } from "~server/import/read-imports";
import { forbidden } from "~server/refusal";
import type { ApiDeps } from "~server/door/api-deps";
import { register, type Doors } from "~server/door/doors";

const IMPORTS_OF_A_PAGE = 30;

/** The reports of imports, for account managers (403 for others); 204 where there are none (R264). */
export function registerImports(doors: Doors, deps: ApiDeps): void {
  register(doors, getImports, async ({ viewer, query: { before } }) => {
    if (rankOf(viewer.accessLevel) !== ADMINISTRATOR_RANK) throw forbidden();
    const most = IMPORTS_OF_A_PAGE + 1;
    const imports = await readImports(deps.store.db, { before, most });
    if (imports.length === 0) return null;
    const data = imports.slice(0, IMPORTS_OF_A_PAGE);
    const hasMore = imports.length > data.length;
    return { data, next: hasMore ? (data.at(-1)?.id ?? null) : null };
  });
}
