import { getDataVersion } from "~/contract/data-version";
import { readStateFor, versionKey } from "~server/measures/place-versions";
import { placeOf } from "./answer-figures";
import type { ApiDeps } from "~server/door/api-deps";
import { requireScope } from "./require-scope";
import { register, type Doors } from "~server/door/doors";

/** Tells a page that is open whether its figures may be others by now (R302). */
export function registerDataVersion(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getDataVersion, async ({ viewer, query }) => {
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
    return { data: { version: versionKey(found) } };
  });
}
