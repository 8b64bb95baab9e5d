import { z } from "zod";
import { sessionTokens } from "./auth";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { nothing } from "./wire";

const posted = {
  method: "POST",
  params: nothing,
  query: nothing,
  bodyType: "json",
} as const;

/** Bytes as WebAuthn writes them in JSON. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, "expected base64url");

/** A credential id has 1,023 bytes at most. */
const credentialId = bytes(1_364);
const transports = z.array(z.string().max(40)).max(10);
const challenge = z.string().min(1).max(2_000);
/** Says which question a passkey has answered, sealed by the host. */
const attempt = z.string().min(1).max(2_000);
const code = z.string().min(1).max(100);
const password = z.string().min(1).max(1_000);

/** A passkey that an authenticator has made, as browsers tell of it. */
export const madePasskey = z.object({
  id: credentialId,
  client_data: bytes(4_000),
  attestation: bytes(16_000),
  transports,
});
export type MadePasskey = z.infer<typeof madePasskey>;

/** What an authenticator has signed with a passkey. */
export const signedPasskey = z.object({
  id: credentialId,
  client_data: bytes(4_000),
  authenticator_data: bytes(4_000),
  signature: bytes(4_000),
});
export type SignedPasskey = z.infer<typeof signedPasskey>;

const known = z.array(z.object({ id: credentialId, transports })).max(50);

/** What a browser is asked with. Null where there is nothing to ask it for. */
const question = z.object({
  attempt,
  challenge: bytes(200),
  /** The domain that passkeys belong to. Browsers at another one have none. */
  rp_id: z.string().min(1).max(255),
  /** Where alone answers are taken: scheme, domain and port. A host that leaves it out takes them at the domain. */
  origin: z.string().min(1).max(300).optional(),
});

/** How to ask for a passkey of the user. */
const useQuestion = question.extend({ credentials: known });
export type UseQuestion = DeepReadonly<z.output<typeof useQuestion>>;

/** How to have a passkey made. */
const makeQuestion = question.extend({
  user: z.object({ id: bytes(86), name: z.string().min(1).max(200) }),
  /** Authenticators that hold one of these make no other. */
  exclude: known,
});
export type MakeQuestion = DeepReadonly<z.output<typeof makeQuestion>>;

/** POST /auth/login/passkey/options/: null for a user without passkeys, 401 where the challenge is over, 404 of a host without them. */
export const postSignInPasskeyOptions = endpoint({
  ...posted,
  path: "/auth/login/passkey/options/",
  body: z.object({ challenge }),
  answer: z.object({ data: useQuestion.nullable() }),
});

/** POST /auth/login/passkey/: the second step of a sign-in by a passkey. 401 where the challenge is over, 403 for a wrong one, 429. */
export const postSignInPasskey = endpoint({
  ...posted,
  path: "/auth/login/passkey/",
  body: z.object({ challenge, attempt, passkey: signedPasskey }),
  answer: sessionTokens,
});

/**
 * POST /auth/me/passkeys/options/: null where passkeys cannot be had, as by a portal without a domain. 400 where the user has
 * as many as they may, 404 for no second factor.
 */
export const postOwnPasskeyOptions = endpoint({
  ...posted,
  path: "/auth/me/passkeys/options/",
  body: nothing,
  answer: z.object({ data: makeQuestion.nullable() }),
});

/**
 * POST /auth/me/passkeys/: adds a passkey by the password and `present_code`, a code of the factor or a recovery code. Ends
 * the user's other sessions. 400 for a passkey that is none, or too many; 403 with the field for what is wrong, 404 for no
 * second factor, 409 where the question is over or the passkey is there, 429.
 */
export const postOwnPasskey = endpoint({
  ...posted,
  path: "/auth/me/passkeys/",
  body: z.object({
    attempt,
    passkey: madePasskey,
    name: z.string().trim().min(1).max(60),
    password,
    present_code: code,
  }),
  answer: z.unknown(),
});

/** POST /auth/me/passkeys/remove/: by the same proof. 403 with the field, 404 where there is no such one, 429. */
export const postPasskeyRemoval = endpoint({
  ...posted,
  path: "/auth/me/passkeys/remove/",
  body: z.object({
    passkey: z.string().min(1).max(100),
    password,
    present_code: code,
  }),
  answer: z.unknown(),
});
