import type { MetaFunction } from "@remix-run/node";
import type { loadSearch } from "~/features/search/load-search.server";
import { searchHeading } from "~/features/search/rules/words";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadSearch as loader } from "~/features/search/load-search.server";
export { SearchScreen as default } from "~/features/search/screen";

export const meta: MetaFunction<typeof loadSearch> = (page) =>
  titledAsLoaded(searchHeading(page.data?.text ?? ""))(page);
