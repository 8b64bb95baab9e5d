import { freshnessOf, type Freshness } from "~/domain/freshness";
import { settings } from "~/env.server";
import type { SignedIn } from "./require-user.server";

/** What a page of this user says of data of that time, now. Loaders that read data return it as `freshness`. */
export function freshnessFor(
  { alerts: { dismissed } }: Pick<SignedIn, "alerts">,
  lastUpdated: string | null,
): Freshness | null {
  return freshnessOf(lastUpdated, {
    now: new Date(),
    dataProvider: settings.DATA_PROVIDER,
    dismissed,
  });
}
