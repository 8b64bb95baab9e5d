import { z } from "zod";
import { sessionTokens } from "./auth";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { accessLevel, dayParam, id, idParam, nothing } from "./wire";

const challenge = z.string().min(1).max(2000);
/** As it was typed: six digits, or a recovery code. */
const code = z.string().min(1).max(100);
const password = z.string().min(1).max(1000);
/** Says which key a set-up is about, sealed by the host. */
const setUp = z.string().min(1).max(2000);

const noBody = { query: nothing, body: nothing, bodyType: "none" } as const;
const posted = {
  method: "POST",
  params: nothing,
  query: nothing,
  bodyType: "json",
} as const;

const recoveryCodes = z.array(z.string().min(1).max(40)).min(1).max(50);

/** A key that is about to become a factor; `key` is base32, as authenticator apps take it. */
const keyAnswer = z.object({
  data: z.object({
    set_up: setUp,
    key: z.string().regex(/^[A-Z2-7]{16,128}$/),
  }),
});

/**
 * POST /auth/login/code/: the second step of a sign-in, with no token. 401 where the challenge is over, 403 for a wrong
 * or used code, 429 after too many.
 */
export const postSignInCode = endpoint({
  ...posted,
  path: "/auth/login/code/",
  body: z.object({ challenge, code }),
  answer: sessionTokens,
});

/** POST /auth/login/key/: a key for who has to set a factor up to sign in; with `set_up` the same key again. */
export const postSignInKey = endpoint({
  ...posted,
  path: "/auth/login/key/",
  body: z.object({ challenge, set_up: setUp.optional() }),
  answer: keyAnswer,
});

/** POST /auth/login/factor/: sets the factor up and signs in. 401 where challenge or set-up are over, 403 for a wrong code. */
export const postSignInFactor = endpoint({
  ...posted,
  path: "/auth/login/factor/",
  body: z.object({ challenge, set_up: setUp, code }),
  answer: sessionTokens.extend({ recovery_codes: recoveryCodes }),
});

/** A live session of the user; times are ISO 8601 in UTC. */
const ownSession = z.object({
  /** Names the session in this list; nobody signs in with it. */
  id: z.string().min(1).max(100),
  begun_at: z.string().datetime(),
  last_used_at: z.string().datetime(),
  is_this: z.boolean(),
  /** It began with an organisation account. */
  of_organisation: z.boolean().optional(),
});

const ownSignIn = z.object({
  at: z.string().datetime(),
  address: z.string().nullable(),
  /** In words, such as 'password and code'; null where it is not known. */
  how: z.string().nullable(),
});

/** A passkey of the user, under the name that they gave it. */
const ownPasskey = z.object({
  /** Names it in this list. */
  id: z.string().min(1).max(100),
  name: z.string(),
  added_at: z.string().datetime(),
  last_used_at: z.string().datetime().nullable(),
});

/** GET /auth/me/sign-in/: how the user signs in, and where they are signed in now. 404 of a host without it. */
export const getOwnSignIn = endpoint({
  ...noBody,
  method: "GET",
  path: "/auth/me/sign-in/",
  params: nothing,
  answer: z.object({
    data: z.object({
      /** Null where the user has none. */
      second_factor: z
        .object({ since: z.string().datetime(), recovery_codes_left: id })
        .nullable(),
      /** From this day their access level needs one. */
      required_from: dayParam.nullable(),
      /** A host without passkeys leaves it out. */
      passkeys: z.array(ownPasskey).optional().catch(undefined),
      /** Since when an account of the organisation's login is linked; null for none, left out where there is no such login. */
      organisation_account: z
        .object({ linked_at: z.string().datetime() })
        .nullable()
        .optional(),
      sessions: z.array(ownSession),
      sign_ins: z.array(ownSignIn),
    }),
  }),
});
export type OwnSignIn = DeepReadonly<
  z.output<typeof getOwnSignIn.answer>["data"]
>;

/** POST /auth/me/sign-in/end/: ends another session of the user; 404 where there is no such one. */
export const postSessionEnd = endpoint({
  ...posted,
  path: "/auth/me/sign-in/end/",
  body: z.object({ session: z.string().min(1).max(100) }),
  answer: z.unknown(),
});

/** POST /auth/me/second-factor/key/: a key to set up; with `set_up` the same key again, where it is still good. */
export const postOwnKey = endpoint({
  ...posted,
  path: "/auth/me/second-factor/key/",
  body: z.object({ set_up: setUp.optional() }),
  answer: keyAnswer,
});

/**
 * POST /auth/me/second-factor/: sets the factor up, or another in its place, and ends the user's other sessions. `present_code`
 * is one of the factor that is replaced, or a recovery code; 400 where it is missing. 403 with the field for a wrong
 * password or code, 409 where the set-up is over or the factor another by now, 429.
 */
export const postOwnFactor = endpoint({
  ...posted,
  path: "/auth/me/second-factor/",
  body: z.object({
    set_up: setUp,
    code,
    password,
    present_code: code.optional(),
  }),
  answer: z.object({ data: z.object({ recovery_codes: recoveryCodes }) }),
});

/**
 * POST /auth/me/second-factor/remove/: by the password and `present_code`, a code of the factor or a recovery code. 400 where
 * the code is missing or the access level needs a factor, 403 with the field for what is wrong, 404 for no factor, 429.
 */
export const postFactorRemoval = endpoint({
  ...posted,
  path: "/auth/me/second-factor/remove/",
  body: z.object({ password, present_code: code.optional() }),
  answer: z.unknown(),
});

/**
 * POST /auth/me/second-factor/recovery-codes/: new ones in place of the old, by a code of the app. 403 for a recovery code, and
 * for a wrong or used code, 404, 429.
 */
export const postRecoveryCodes = endpoint({
  ...posted,
  path: "/auth/me/second-factor/recovery-codes/",
  body: z.object({ code }),
  answer: z.object({ data: z.object({ recovery_codes: recoveryCodes }) }),
});

/** DELETE /auth/user/{id}/second-factor: takes a user's factor away and ends their sessions. Rank 7 only; 404 for none. */
export const deleteUserFactor = endpoint({
  ...noBody,
  method: "DELETE",
  path: "/auth/user/:id/second-factor",
  params: z.object({ id: idParam }),
  answer: z.unknown(),
});

/** DELETE /auth/user/{id}/sessions: ends all sessions of another user. Rank 7 only; 400 for the own ones. */
export const deleteUserSessions = endpoint({
  ...noBody,
  method: "DELETE",
  path: "/auth/user/:id/sessions",
  params: z.object({ id: idParam }),
  answer: z.unknown(),
});

const factorRule = z.object({
  access_level: accessLevel,
  required_from: dayParam.nullable(),
});
export type FactorRule = z.infer<typeof factorRule>;

/** GET /auth/second-factor/rules: for each access level the day of New York from which it needs a factor. Rank 7 only. */
export const getFactorRules = endpoint({
  ...noBody,
  method: "GET",
  path: "/auth/second-factor/rules",
  params: nothing,
  answer: z.object({
    data: z.array(
      factorRule.extend({
        /** How many users the level has, and how many of them have no factor. */
        users: id,
        without: id,
      }),
    ),
  }),
});
export type FactorRules = DeepReadonly<
  z.output<typeof getFactorRules.answer>["data"]
>;

/** POST /auth/second-factor/rules: changes the day of one level; null asks for none. Rank 7 only. */
export const postFactorRule = endpoint({
  ...posted,
  path: "/auth/second-factor/rules",
  body: factorRule,
  answer: z.unknown(),
});
