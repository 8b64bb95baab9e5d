import { groupPageWords as words } from "~/features/groups/rules/page-words";
import { titled } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadGroups as loader } from "~/features/groups/groups.server";
export { GroupsScreen as default } from "~/features/groups/list/screen";

export const meta = titled(words.title);
