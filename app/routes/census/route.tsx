import { censusWords as words } from "~/features/data-quality/rules/census-words";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadCensus as loader } from "~/features/data-quality/page/load-census.server";
export { CensusScreen as default } from "~/features/data-quality/page/screen";

export const meta = titledAsLoaded(words.title);
