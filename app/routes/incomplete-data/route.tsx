import { incompleteWords } from "~/features/data-quality/page/incomplete-data";
import { titled } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadIncompleteData as loader } from "~/features/data-quality/page/incomplete-data.server";
export { IncompleteDataScreen as default } from "~/features/data-quality/page/incomplete-data";

export const meta = titled(incompleteWords.title);
