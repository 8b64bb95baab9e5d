import type { User } from "~/contract/users";
import { settings } from "~/env.server";

/** Whether a user's rights follow groups; nobody's where this portal has no such login, whatever its host says (R425). */
export function isByGroups(user: User | null): boolean {
  return settings.OIDC_NAME !== undefined && user?.rights_by_groups === true;
}
