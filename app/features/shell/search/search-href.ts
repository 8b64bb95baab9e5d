import type { SearchItem } from "~/features/search/rules/search";
import { paths, profilePath, reportPath } from "~/paths";

/** The page that an item of the search leads to. */
export function searchHref({ kind, id }: SearchItem): string {
  switch (kind) {
    case "report":
      return reportPath(String(id));
    // Their pages are named by their kinds.
    case "today":
    case "signals":
    case "facilities":
    case "targets":
    case "transfer-notices":
      return `/${kind}/${id}`;
    case "users":
      return paths.users;
    case "reports-config":
      return paths.reportsConfig;
    default:
      return profilePath(kind, Number(id));
  }
}
