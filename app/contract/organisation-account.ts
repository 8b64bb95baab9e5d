import { z } from "zod";
import { sessionTokens } from "./auth";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { idParam, nothing } from "./wire";

/** Where a browser is sent to: an address of the organisation's login. */
const webAddress = z.string().regex(/^https?:\/\//);
const address = webAddress.max(8_000);
/** With an ID token in it, which may name many groups. */
const leaveAddress = webAddress.max(32_000);
const sealed = z.string().min(1).max(4_000);
/** A sealed text with such an address in it. */
const claim = z.string().min(1).max(48_000);

const posted = {
  method: "POST",
  params: nothing,
  query: nothing,
  bodyType: "json",
} as const;
const ofUser = {
  path: "/auth/user/:id/organisation-account",
  params: z.object({ id: idParam }),
  query: nothing,
  body: nothing,
  bodyType: "none",
} as const;

/**
 * What the groups of who has no user yet come to: they let in, or give nothing, for the reason that is named. A host where no
 * group gives anything leaves it out.
 */
export const groupsOfClaim = z.enum([
  "let in",
  "no group",
  "too many",
  "not said",
  "too many places",
]);
export type GroupsOfClaim = z.infer<typeof groupsOfClaim>;

/** Tokens of a session that began at the organisation's login. */
export const organisationSession = sessionTokens.extend({
  organisation: z.object({
    /** Whose session it is: nobody has typed it. */
    username: z.string().min(1),
    /** Where the browser logs out there too; null where that login has no such address. */
    leave_at: leaveAddress.nullable(),
    /** They have no password. */
    without_password: z.boolean().optional(),
  }),
});
export type OrganisationSession = DeepReadonly<
  z.output<typeof organisationSession>
>;

/**
 * POST /auth/organisation/begin/: the address at which a browser signs in with its organisation account, and a ticket that
 * is good for the answer, once. With `again` that login asks who it is, whoever it knows. With `joins` whoever
 * has no user yet becomes one, if their groups let them in. 404 of a host without it, 503 where that login cannot be reached. No token.
 */
export const postOrganisationBegin = endpoint({
  ...posted,
  path: "/auth/organisation/begin/",
  body: z.object({
    again: z.boolean().optional(),
    joins: z.boolean().optional(),
  }),
  answer: z.object({ data: z.object({ address, ticket: sealed }) }),
});

/**
 * POST /auth/organisation/finish/: a session, by the query that the browser came back with; where the account has no user,
 * a claim that is good with a code. 400 where the way is over, 403 where the answer lets nobody in, 429, 503. No token.
 */
export const postOrganisationFinish = endpoint({
  ...posted,
  path: "/auth/organisation/finish/",
  body: z.object({ ticket: sealed, query: z.string().max(4_096) }),
  answer: z.union([
    organisationSession,
    z.object({ claim, groups: groupsOfClaim.optional() }),
  ]),
});

/**
 * POST /auth/organisation/link/: a session for whoever has the code of a user, whose account the claim's becomes. 400 where
 * the claim is over, 403 for a wrong, old or used code, 429 after too many. No token.
 */
export const postOrganisationLink = endpoint({
  ...posted,
  path: "/auth/organisation/link/",
  body: z.object({ claim, code: z.string().min(1).max(100) }),
  answer: organisationSession,
});

/** GET /auth/user/{id}/organisation-account: whether a user has one. Rank 7 only; 404 of a host without it. */
export const getOrganisationAccount = endpoint({
  ...ofUser,
  method: "GET",
  answer: z.object({
    data: z.object({
      /** Null where the user has none. */
      linked_at: z.string().datetime().nullable(),
      /** Until when a code is good that claims the user; null where there is none. */
      code_until: z.string().datetime().nullable(),
    }),
  }),
});

/**
 * POST /auth/user/{id}/organisation-account: a code by which the user claims their account, shown only here, in place of an
 * older one. Rank 7 only; 400 where they have an account already, and for the own one.
 */
export const postLinkCode = endpoint({
  ...ofUser,
  method: "POST",
  answer: z.object({
    data: z.object({
      code: z.string().min(1).max(40),
      until: z.string().datetime(),
    }),
  }),
});

/** DELETE /auth/user/{id}/organisation-account: unlinks it and ends the user's sessions. Rank 7 only; 404 for none. */
export const deleteOrganisationAccount = endpoint({
  ...ofUser,
  method: "DELETE",
  answer: z.unknown(),
});
