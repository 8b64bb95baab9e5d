import { ask } from "~/data/ask.server";
import type { CallFailure } from "~/data/call.server";
import { clientAddressOf, requestIdOf } from "~/data/request-context.server";
import type { GroupsOfClaim } from "~/features/sign-in/rules/organisation-account/groups-of-claim";
import {
  beginAtProvider,
  finishAtProvider,
  linkByCode,
} from "~server/organisation-sign-in/service";
import type { SessionRecord } from "./session-record.server";
import { sessionOfOrganisation } from "./session-of-tokens.server";

/** The data server asks the organisation's login up to three things, each within four seconds. */
const DEADLINE_MS = 13_000;

/** How the way there is gone: that login asks who it is, whoever it knows, or whoever has no user yet becomes one. */
export type OrganisationWish = { again?: true; joins?: true };

/** Where a browser signs in, and what it brings back; or why not. */
export async function beginAtOrganisation(
  request: Request,
  wish: OrganisationWish,
): Promise<{ address: string; ticket: string } | CallFailure | null> {
  const outcome = await ask(beginAtProvider, wish, contextOf(request));
  if (outcome.kind === "failure") return outcome;
  return outcome.kind === "empty" ? null : outcome.answer;
}

/** An account without a user, and what its groups come to. */
type Unlinked = { claim: string; groups?: GroupsOfClaim | undefined };

/** What came of the way back: a session, a claim of who has no user yet, or why not; null where its page cannot be had. */
export async function finishAtOrganisation(
  request: Request,
  ticket: string,
): Promise<SessionRecord | Unlinked | CallFailure | null> {
  const query = new URL(request.url).search.slice(1);
  const context = contextOf(request);
  const outcome = await ask(finishAtProvider, { ticket, query }, context);
  if (outcome.kind === "failure") return outcome;
  if (outcome.kind === "empty") return null;
  return "claim" in outcome.answer
    ? outcome.answer
    : sessionOfOrganisation(outcome.answer, context);
}

/** The session of who has a code for the user whose account this becomes. */
export async function linkAtOrganisation(
  request: Request,
  claim: string,
  code: string,
): Promise<SessionRecord | CallFailure | null> {
  const context = contextOf(request);
  const outcome = await ask(linkByCode, { claim, code }, context);
  if (outcome.kind === "failure") return outcome;
  return outcome.kind === "empty"
    ? null
    : sessionOfOrganisation(outcome.answer, context);
}

function contextOf(request: Request) {
  return {
    token: null,
    requestId: requestIdOf(request),
    clientAddress: clientAddressOf(request),
    deadlineMs: DEADLINE_MS,
  };
}
