import type { SearchItem } from "~/features/search/rules/search";
import { facilitiesPath } from "~/facilities-paths";
import { paths, profilePath, reportPath } from "~/paths";
import { signalsPathOf } from "~/signal-paths";
import { targetsPath } from "~/target-paths";
import { todayPathOf } from "~/today-paths";
import { noticesPathOf } from "~/transfer-notice-paths";

/** The page that an item of the search leads to. */
export function searchHref({ kind, id }: SearchItem): string {
  switch (kind) {
    case "report":
      return reportPath(String(id));
    case "today":
      return todayPathOf(String(id));
    case "signals":
      return signalsPathOf(String(id));
    case "facilities":
      return facilitiesPath(String(id));
    case "targets":
      return targetsPath(String(id));
    case "transfer notices":
      return noticesPathOf(String(id));
    case "users":
      return paths.users;
    case "reports-config":
      return paths.reportsConfig;
    default:
      return profilePath(kind, Number(id));
  }
}
