import { LRUCache } from "lru-cache";
import { getOrganization, type Organization } from "~/contract/organization";
import type { Outcome } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { systemMessages } from "~/domain/system-messages";

const MAX_LOCATIONS_KEPT = 200_000;

const EMPTY: Organization = { divisions: [], regions: [], facilities: [] };

const loaded = new LRUCache<string, Organization>({
  maxSize: MAX_LOCATIONS_KEPT,
  sizeCalculation: ({ divisions, regions, facilities }) =>
    divisions.length + regions.length + facilities.length + 1,
});
const loading = new Map<string, Promise<OrganizationOutcome>>();

/** The locations, or why they could not be had: the status and the words for the user. */
export type OrganizationOutcome =
  | { kind: "data"; organization: Organization }
  | { kind: "failure"; status: number; message: string };

type AskOrganization = (
  target: typeof getOrganization,
  input: object,
) => Promise<Outcome<{ data: Organization }>>;

/** The locations of {@link findOrganization}, or the error page as a Response to throw. */
export function organizationIn(outcome: OrganizationOutcome): Organization {
  if (outcome.kind === "data") return outcome.organization;
  throw pageError(outcome.status, outcome.message);
}

/** The locations that the session's user may open, asked for once per session. */
export async function findOrganization(
  sessionId: string,
  ask: AskOrganization,
): Promise<OrganizationOutcome> {
  const organization = loaded.get(sessionId);
  if (organization) return { kind: "data", organization };
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
): Promise<OrganizationOutcome> {
  const outcome = await ask(getOrganization, {});
  if (outcome.kind === "failure") {
    const { message, error, status } = outcome;
    return {
      kind: "failure",
      status: status >= 400 ? status : 502,
      message: message ?? error ?? systemMessages.systemError.organization,
    };
  }
  const organization = outcome.kind === "data" ? outcome.answer.data : EMPTY;
  loaded.set(sessionId, organization);
  return { kind: "data", organization };
}
