import { z } from "zod";
import { id } from "~/contract/wire";
import { service } from "~server/door/services";
import { readImports, type KeptImport } from "~server/imports/read-imports";
import { requireAccountManager } from "~server/users/require-account-manager";

export type { KeptImport };

const IMPORTS_OF_A_PAGE = 30;

/**
 * The reports of imports (R264), newest first, a page of them; null for none. `before`: those older than that one. `next`: the
 * `before` of the following page, null where this is the last.
 */
export const listImports = service({
  name: "imports",
  input: z.object({ before: id.optional() }),
  async run({ deps, viewer }, { before }) {
    requireAccountManager(viewer);
    const most = IMPORTS_OF_A_PAGE + 1;
    const found = await readImports(deps.store.db, { before, most });
    if (found.length === 0) return null;
    const imports = found.slice(0, IMPORTS_OF_A_PAGE);
    const hasMore = found.length > imports.length;
    return { imports, next: hasMore ? (imports.at(-1)?.id ?? null) : null };
  },
});
