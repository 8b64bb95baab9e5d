import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Secrets } from "~server/secrets";
import type { Schema } from "~server/store/schema";
import type { SignInState, Person } from "./provider";
import { refusalOf } from "./provider-failure";
import { digestOf, forgetUsed, useOnce } from "./used-tickets";

type Seals = Pick<Secrets, "organisationSeal">;

/** Users may have to find their phone. */
const TICKET_LASTS_MS = 15 * 60_000;
/** Users may have to call their account manager. */
const CLAIM_LASTS_MS = 30 * 60_000;

const TICKET = "way to the organisation's login";
const CLAIM = "organisation account without a user";

const ticketShape = z.object({
  id: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  joins: z.boolean(),
  until: z.number(),
});

const claimShape = z.object({
  issuer: z.string(),
  subject: z.string(),
  leaveAt: z.string().nullable(),
  until: z.number(),
});

type Claimant = Pick<Person, "issuer" | "subject" | "leaveAt">;

export type Ticket = z.infer<typeof ticketShape>;

/** @param joins creates a user for an unknown account, if its groups grant anything */
export function newTicket(
  asked: SignInState,
  joins: boolean,
  now: Date,
  { organisationSeal }: Seals,
): string {
  const ticket: Ticket = {
    ...asked,
    joins,
    id: randomUUID(),
    until: now.getTime() + TICKET_LASTS_MS,
  };
  return organisationSeal.closeJson(ticket, TICKET);
}

export function readTicket(
  sealed: string,
  now: Date,
  { organisationSeal }: Seals,
): Ticket {
  const ticket = organisationSeal.openJson(sealed, TICKET, ticketShape);
  if (!ticket || now.getTime() >= ticket.until) throw refusalOf("over");
  return ticket;
}

/** Uses up a ticket; throws 400 if it was used before, here or on another server. */
export async function spendTicket(
  db: Kysely<Schema>,
  { id, until }: Ticket,
  now: Date,
): Promise<void> {
  const isFirst = await useOnce(db, digestOf(id), new Date(until));
  await forgetUsed(db, now);
  if (!isFirst) throw refusalOf("over");
}

/** A sealed account without a user. It can only be linked with a code. */
export function newClaim(
  { issuer, subject, leaveAt }: Claimant,
  now: Date,
  { organisationSeal }: Seals,
): string {
  // Leave out the refresh token: the portal keeps the claim until the code is entered.
  const claim: z.infer<typeof claimShape> = {
    issuer,
    subject,
    leaveAt,
    until: now.getTime() + CLAIM_LASTS_MS,
  };
  return organisationSeal.closeJson(claim, CLAIM);
}

export function readClaim(
  sealed: string,
  now: Date,
  { organisationSeal }: Seals,
): Claimant {
  const claim = organisationSeal.openJson(sealed, CLAIM, claimShape);
  if (!claim || now.getTime() >= claim.until) throw refusalOf("over");
  return claim;
}
