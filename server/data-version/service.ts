import { z } from "zod";
import { id, levelParam } from "~/contract/wire";
import { service } from "~server/door/services";
import { placeOf } from "~server/handlers/answer-figures";
import { requireScope } from "~server/handlers/require-scope";
import { readStateFor, versionKey } from "~server/measures/place-versions";

/** Figures may have changed if it differs from the one shown (R302). */
export const readDataVersion = service({
  name: "data-version",
  input: z.object({ level: levelParam, id, facilityId: id.optional() }),
  async run({ deps, viewer }, { level, id, facilityId }) {
    const { facilityIds } = await requireScope(deps, viewer, {
      level,
      id,
      ...(facilityId !== undefined && { facilityId }),
    });
    const found = await readStateFor(deps.store.db, {
      facilityIds,
      ...placeOf({ level, id }, { facility_id: facilityId }),
    });
    return { version: versionKey(found) };
  },
});
