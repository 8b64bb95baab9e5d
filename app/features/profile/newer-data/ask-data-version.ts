import { dataVersionPath } from "~/newer-data-paths";
import { fetchWithin } from "~/ui/fetch-within";

const GIVE_UP_AFTER_MS = 10_000;

/** The version of the data now. "over": there is nothing more to ask; null: it could not be asked. */
export function askDataVersion(of: string): Promise<string | null> {
  const address = dataVersionPath(of);
  return fetchWithin(GIVE_UP_AFTER_MS, address, {}, async (response) => {
    if (response.status === 204) return OVER;
    const { version } = (await response.json()) as { version?: unknown };
    return typeof version === "string" ? version : null;
  }).catch(() => null);
}

/** No version is like it. */
export const OVER = "";
