import { getDataVersion } from "~/contract/data-version";
import { readStateFor, versionKey } from "~server/measures/place-versions";
import { placeOf } from "./answer-figures";
import type { ApiDeps } from "./api-deps";
import type { Api } from "./call";
import { requireScope } from "./require-scope";
import { serve } from "./serve";

/** Tells a page that is open whether its figures may be others by now (R302). */
export function registerDataVersion(app: Api, deps: ApiDeps): void {
  const { db } = deps.store;
  serve(app, getDataVersion, deps, async ({ viewer, query, token }) => {
    const { level, id, facility_id: facilityId } = query;
    const { facilityIds } = await requireScope(deps, viewer, {
      level,
      id,
      ...(facilityId !== undefined && { facilityId }),
    });
    const found = await readStateFor(db, {
      facilityIds,
      ...placeOf(query, query),
    });
    return { data: { version: versionKey(found) }, token };
  });
}
