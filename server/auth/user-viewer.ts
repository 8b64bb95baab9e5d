import { accessLevel } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import { parseLevelIds } from "~/features/users/rules/level-ids";
import type { UserTable } from "~server/store/schema";

type RightsOfUser = Pick<
  UserTable,
  "access_level" | "access_level_id" | "isnp_only"
>;

/** What a stored user may see; null when its level is none that we know, which then may see nothing. */
export function viewerOf(user: RightsOfUser): Viewer | null {
  const level = accessLevel.safeParse(user.access_level);
  if (!level.success) return null;
  return {
    accessLevel: level.data,
    accessLevelIds: parseLevelIds(user.access_level_id),
    isnpOnly: user.isnp_only !== 0,
  };
}
