import { LRUCache } from "lru-cache";
import { getOrganization, type Organization } from "~/contract/organization";
import type { Outcome } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { messages } from "~/domain/messages";

const MAX_LOCATIONS_KEPT = 200_000;

const EMPTY: Organization = { divisions: [], regions: [], facilities: [] };

const loaded = new LRUCache<string, Organization>({
  maxSize: MAX_LOCATIONS_KEPT,
  sizeCalculation: ({ divisions, regions, facilities }) =>
    divisions.length + regions.length + facilities.length + 1,
});
const loading = new Map<string, Promise<Organization>>();

type AskOrganization = (
  target: typeof getOrganization,
  input: object,
) => Promise<Outcome<{ data: Organization }>>;

/**
 * The locations that the session's user may open, asked for once per session. Where they cannot be had it
 * throws the error page, so that a guard never lets anybody by for want of them.
 */
export async function organizationOf(
  sessionId: string,
  ask: AskOrganization,
): Promise<Organization> {
  const known = loaded.get(sessionId);
  if (known) return known;
  let asked = loading.get(sessionId);
  if (!asked) {
    asked = load(sessionId, ask).finally(() => loading.delete(sessionId));
    loading.set(sessionId, asked);
  }
  return asked;
}

/** Forgets the locations of a session: at logout, and when its user's level changed. */
export function forgetOrganization(sessionId: string): void {
  loaded.delete(sessionId);
}

async function load(
  sessionId: string,
  ask: AskOrganization,
): Promise<Organization> {
  const outcome = await ask(getOrganization, {});
  if (outcome.kind === "failure") {
    const { message, error, status } = outcome;
    throw pageError(
      status >= 400 ? status : 502,
      message ?? error ?? messages.systemError.organization,
    );
  }
  const organization = outcome.kind === "data" ? outcome.answer.data : EMPTY;
  loaded.set(sessionId, organization);
  return organization;
}
