import { importWords as words } from "~/features/imports/rules/words";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadImports as loader } from "~/features/imports/load-imports.server";
export { ImportsScreen as default } from "~/features/imports/screen";

export const meta = titledAsLoaded(words.title);
