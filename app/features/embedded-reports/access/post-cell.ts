import { fetchWithin } from "~/ui/fetch-within";
import type { AccessChange } from "~/features/embedded-reports/rules/report-access";
import { paths } from "~/paths";
import { cellFields, type CellAnswer } from "./access-form";

type Posted = { saved: true } | { saved: false; error: string | null } | "over";

/** The action of this page, as Remix serves it to scripts. */
const ACTION = `${paths.reportsConfig}?_data=routes%2Fusers_.reports-config`;

/** An answer takes no longer: the host has 5 seconds. */
const DEADLINE_MS = 15_000;

/**
 * Posts one change. "over": the session has ended, and the page goes to login, which leads back here with what was
 * clicked. It never rejects; `error` is null where the server has said nothing.
 */
export async function postCell(
  change: AccessChange,
  csrfToken: string,
): Promise<Posted> {
  // What was clicked counts, also for whoever leaves the page at once.
  const init = {
    method: "POST",
    body: cellFields(change, csrfToken),
    keepalive: true,
  };
  return fetchWithin(DEADLINE_MS, ACTION, init, outcomeOf).catch(() => ({
    saved: false,
    error: null,
  }));
}

async function outcomeOf(response: Response): Promise<Posted> {
  const login = response.headers.get("x-remix-redirect");
  if (login !== null) {
    window.location.assign(login);
    return "over";
  }
  const answer = (await response.json()) as Partial<CellAnswer> | null;
  if (response.ok && answer?.saved === true) return { saved: true };
  return { saved: false, error: wordsIn(answer) };
}

function wordsIn(answer: unknown): string | null {
  const { error } = (answer ?? {}) as { error?: unknown };
  return typeof error === "string" && error !== "" ? error : null;
}
