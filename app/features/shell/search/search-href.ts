import type { SearchItem } from "~/features/search/rules/search";
import { paths, profilePath, reportPath } from "~/paths";

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
