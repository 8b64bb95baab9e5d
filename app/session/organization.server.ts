import { LRUCache } from "lru-cache";
import { getOrganization, type Organization } from "~/contract/organization";
import type { Outcome } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { systemMessages } from "~/domain/system-messages";
import type { SessionUser } from "./session-record.server";
import { inTime } from "~/runtime/in-time.server";

const MAX_LOCATIONS_KEPT = 200_000;

/** How long pages that can do without locations wait after a failure before asking again. */
const RETRY_AFTER_MS = 30_000;

/** Pages that can do without a call that is under way wait no longer than this for it, all of them together. */
const PATIENCE_MS = 1_500;

const EMPTY: Organization = { divisions: [], regions: [], facilities: [] };

/** Until when pages wait for the newest call, milliseconds since 1970. */
const waitedForUntil = new LRUCache<string, number>({ max: 10_000 });

interface OrganizationFailure {
  kind: "failure";
  status: number;
  message: string;
}

export type OrganizationOutcome =
  | { kind: "data"; organization: Organization }
  | OrganizationFailure;

type AskOrganization = (
  target: typeof getOrganization,
  input: object,
) => Promise<Outcome<{ data: Organization }>>;

const outcomes = new LRUCache<string, OrganizationOutcome, AskOrganization>({
  maxSize: MAX_LOCATIONS_KEPT,
  sizeCalculation: (outcome) =>
    outcome.kind === "data" ? sizeOf(outcome.organization) + 1 : 1,
  // Whoever asked still gets an answer that had to make room.
  ignoreFetchAbort: true,
  async fetchMethod(key, _before, { options, context: ask }) {
    waitedForUntil.set(key, Date.now() + PATIENCE_MS);
    const outcome = await load(ask);
    if (outcome.kind === "failure") options.ttl = RETRY_AFTER_MS;
    return outcome;
  },
});

/** A session with another level, or other ids of it, has other locations. */
export function organizationKey(
  sessionId: string,
  viewer: SessionUser["viewer"],
): string {
  return `${sessionId} ${JSON.stringify(viewer)}`;
}

export function organizationIn(outcome: OrganizationOutcome): Organization {
  if (outcome.kind === "data") return outcome.organization;
  throw pageError(outcome.status, outcome.message);
}

/** Asked once per key; a host that has just failed is asked again. */
export async function loadOrganization(
  key: string,
  ask: AskOrganization,
): Promise<OrganizationOutcome> {
  const forceRefresh = outcomes.peek(key)?.kind === "failure";
  return outcomes.forceFetch(key, { context: ask, forceRefresh });
}

/** Like {@link loadOrganization}, for pages that can do without: does not ask a host again right after a failure. */
export async function findOrganization(
  key: string,
  ask: AskOrganization,
): Promise<OrganizationOutcome> {
  const kept = outcomes.peek(key);
  return kept?.kind === "failure" ? kept : loadOrganization(key, ask);
}

/** Like {@link findOrganization}, but null if it takes too long. A later page then has it. */
export async function organizationAtHand(
  key: string,
  ask: AskOrganization,
): Promise<OrganizationOutcome | null> {
  const asked = findOrganization(key, ask);
  const patience = (waitedForUntil.get(key) ?? 0) - Date.now();
  return inTime(asked, Math.max(0, patience));
}

async function load(ask: AskOrganization): Promise<OrganizationOutcome> {
  const outcome = await ask(getOrganization, {});
  if (outcome.kind === "failure") {
    const { message, error, status } = outcome;
    return {
      kind: "failure",
      status: status >= 400 ? status : 502,
      message: message ?? error ?? systemMessages.systemError.organization,
    };
  }
  const organization =
    outcome.kind === "data" ? sorted(outcome.answer.data) : EMPTY;
  return { kind: "data", organization };
}

function sizeOf({ divisions, regions, facilities }: Organization): number {
  return divisions.length + regions.length + facilities.length;
}

const { compare } = new Intl.Collator("en", { numeric: true });

function sorted({
  divisions,
  regions,
  facilities,
}: Organization): Organization {
  return {
    divisions: [...divisions].sort((one, other) =>
      compare(one.division_name, other.division_name),
    ),
    regions: [...regions].sort((one, other) =>
      compare(one.region_name, other.region_name),
    ),
    facilities: [...facilities].sort((one, other) =>
      compare(one.facility_name, other.facility_name),
    ),
  };
}
