import { facilityAndAbove } from "~/domain/access/guard";
import { censusWords } from "~/features/data-quality/rules/census-words";
import { freshnessOf, type Freshness } from "~/domain/freshness";
import { apiHost } from "~/data/upstream.server";
import { settings } from "~/env.server";
import { paths } from "~/paths";
import type { SignedIn } from "./require-user.server";

export function freshnessFor(
  { alerts: { dismissed }, user }: Pick<SignedIn, "alerts" | "user">,
  lastUpdated: string | null,
): Freshness | null {
  return freshnessOf(lastUpdated, {
    now: new Date(),
    dataProvider: settings.DATA_PROVIDER,
    dismissed,
    link:
      facilityAndAbove(user.viewer) === "allow" && apiHost === null
        ? { href: paths.census, text: censusWords.link }
        : null,
  });
}
