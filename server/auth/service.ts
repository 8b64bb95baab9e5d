import type { Kysely } from "kysely";
import { z } from "zod";
import { recordEvent, type AuditedUser } from "~server/audit/audit-events";
import { publicService, service } from "~server/door/services";
import { findAccountOf } from "~server/oidc/account-rows";
import { notFound } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import { signInsOf } from "./emergency-entries";
import { changeOwnPassword } from "./own-password";
import {
  addOwnPasskey,
  askToMake,
  ownPasskeys,
  removeOwnPasskey,
} from "./passkeys/own-passkeys";
import { nameInList } from "./passkeys/passkey-rows";
import { madePasskey, signedPasskey } from "./passkeys/verify-passkey";
import {
  countRecoveryCodes,
  findFactor,
  requiredFrom,
} from "./second-factor/factor-rows";
import {
  newOwnRecoveryCodes,
  ownKey,
  removeOwnFactor,
  setOwnFactor,
} from "./second-factor/own-factor";
import {
  askToUse,
  keyForSignIn,
  signInByCode,
  signInByPasskey,
  signInBySetUp,
} from "./second-factor/second-step";
import { isIdle, isStanding } from "./session-limits";
import { revokeSession } from "./session-rows";

export {
  madePasskey,
  signedPasskey,
  type MadePasskey,
  type SignedPasskey,
} from "./passkeys/verify-passkey";

export type UseQuestion = NonNullable<Awaited<ReturnType<typeof askToUse>>>;

export type MakeQuestion = NonNullable<Awaited<ReturnType<typeof askToMake>>>;

const nothing = z.object({});
const challenge = z.string().min(1).max(2_000);
const code = z.string().min(1).max(100);
const password = z.string().min(1).max(1_000);
const setUp = z.string().min(1).max(2_000);
const attempt = z.string().min(1).max(2_000);

/** The second step of a sign-in. 401 if the challenge has expired, 403 for a wrong or used code, 429 after too many. */
export const enterCode = publicService({
  name: "sign-in-code",
  input: z.object({ challenge, code }),
  run: ({ deps, ...step }, input) => signInByCode(deps, input, step),
});

/** Options for a passkey login; null without passkeys. 401 if the challenge has expired. */
export const askForPasskey = publicService({
  name: "sign-in-passkey-question",
  input: z.object({ challenge }),
  run: ({ deps }, input) => askToUse(deps, input.challenge),
});

/** Completes a login by passkey. 401 if the challenge has expired, 403 for a wrong passkey, 429 after too many. */
export const enterPasskey = publicService({
  name: "sign-in-passkey",
  input: z.object({ challenge, attempt, passkey: signedPasskey }),
  run: ({ deps, ...step }, input) => signInByPasskey(deps, input, step),
});

/** Gives a key to users who must set up a factor; `setUp` returns the same key. 401 if the challenge has expired. */
export const askForKey = publicService({
  name: "sign-in-key",
  input: z.object({ challenge, setUp: setUp.optional() }),
  run: ({ deps }, input) => keyForSignIn(deps, input),
});

/** Sets up the factor and signs in. 401 if the challenge has expired, 409 if the set-up has, 403 for a wrong code. */
export const enterFirstCode = publicService({
  name: "sign-in-factor",
  input: z.object({ challenge, setUp, code }),
  run: ({ deps, ...step }, input) => signInBySetUp(deps, input, step),
});

const SIGN_INS_SHOWN = 10;

const signInDetails = z.object({ how: z.string() });

export const readOwnSignIn = service({
  name: "own-sign-in",
  input: nothing,
  async run({ user, viewer, sessionId, deps }) {
    const { secrets, provider, clock } = deps;
    const { db } = deps.store;
    const factor = await findFactor(db, user.id, secrets);
    const account =
      provider && (await findAccountOf(db, user.id, provider.issuer));
    return {
      factor: factor && {
        since: factor.createdAt,
        recoveryCodesLeft: await countRecoveryCodes(db, user.id),
      },
      passkeys: await ownPasskeys(deps, user.id),
      /** The day from which their access level requires a factor; null for never. */
      requiredFrom: await requiredFrom(db, viewer.accessLevel),
      /** When the organisation account was linked; null if none is. */
      linkedAt: account?.linked_at ?? null,
      sessions: await ownSessions(db, user.id, sessionId, clock()),
      signIns: await ownSignIns(db, user),
    };
  },
});

/** Ends their other sessions. 403 for a wrong current password, 400 for an invalid one, 429. */
export const changePassword = service({
  name: "change-own-password",
  withInitialPassword: true,
  input: z.object({ current: password, wanted: z.string().min(6).max(1_000) }),
  run: ({ deps, ...change }, input) => changeOwnPassword(deps, input, change),
});

/** Ends a session by its name in the list; 404 if it is already over. */
export const endSession = service({
  name: "end-own-session",
  input: z.object({ session: z.string().min(1).max(100) }),
  async run({ user, origin, deps }, { session }) {
    const { db } = deps.store;
    const at = deps.clock();
    const live = await liveSessions(db, user.id, at);
    const found = live.find(({ id }) => nameInList(id) === session);
    if (!found) throw notFound();
    return db.transaction().execute(async (trx) => {
      const isEnded = await revokeSession(trx, found.id, at.toISOString());
      if (!isEnded) throw notFound();
      const doing = { at, user, origin };
      await recordEvent(trx, doing, { action: "end_own_session" });
      return null;
    });
  },
});

/** A key to set up; `setUp` returns the same key again while it is valid. */
export const askForOwnKey = service({
  name: "own-factor-key",
  input: z.object({ setUp: setUp.optional() }),
  run: ({ deps, userId }, input) => ownKey(deps, userId, input.setUp),
});

/**
 * Ends other sessions; returns recovery codes. `presentCode` is a current code, 400 if missing. 403 with the field for
 * a wrong value, 409 if the set-up has expired or the factor has changed, 429.
 */
export const setFactor = service({
  name: "set-own-factor",
  input: z.object({ setUp, code, password, presentCode: code.optional() }),
  run: ({ deps, ...change }, input) => setOwnFactor(deps, input, change),
});

/** Needs the password and any code. 400 without a code or if a factor is required, 403 with the field, 404, 429. */
export const removeFactor = service({
  name: "remove-own-factor",
  input: z.object({ password, presentCode: code.optional() }),
  run: ({ deps, ...change }, proof) =>
    removeOwnFactor(deps, proof, change.viewer.accessLevel, change),
});

/** Needs a code of the app. 403 for a recovery code and for a wrong or used one, 404, 429. */
export const makeRecoveryCodes = service({
  name: "recovery-codes",
  input: z.object({ code }),
  run: ({ deps, ...change }, input) =>
    newOwnRecoveryCodes(deps, input.code, change),
});

/** Options for creating a passkey; null if not possible here. 400 for too many, 404 without a factor. */
export const askForNewPasskey = service({
  name: "own-passkey-question",
  input: nothing,
  run: ({ deps, user }) => askToMake(deps, user),
});

/**
 * Needs the password and any code; ends other sessions. 400 for an invalid passkey or too many, 403 with the field, 404
 * without a factor, 409 if the question expired or the passkey exists, 429.
 */
export const addPasskey = service({
  name: "add-passkey",
  input: z.object({
    attempt,
    passkey: madePasskey,
    name: z.string().trim().min(1).max(60),
    password,
    presentCode: code,
  }),
  run: ({ deps, ...change }, input) => addOwnPasskey(deps, input, change),
});

/** Removes a passkey by the same proof. 403 with the field, 404 if there is none, 429. */
export const removePasskey = service({
  name: "remove-passkey",
  input: z.object({
    passkey: z.string().min(1).max(100),
    password,
    presentCode: code,
  }),
  run: ({ deps, ...change }, input) => removeOwnPasskey(deps, input, change),
});

/** The user's live sessions, last used first. Other servers see a use within a minute. */
async function ownSessions(
  db: Kysely<Schema>,
  userId: number,
  thisId: string,
  now: Date,
) {
  const rows = await liveSessions(db, userId, now);
  return rows.map(({ id, created_at, last_seen_at, of_organisation }) => ({
    id: nameInList(id),
    begunAt: created_at,
    lastUsedAt: id === thisId ? now.toISOString() : last_seen_at,
    isThis: id === thisId,
    isOfOrganisation: of_organisation !== 0,
  }));
}

async function ownSignIns(db: Kysely<Schema>, user: AuditedUser) {
  const rows = await signInsOf(db, user)
    .select(["at", "address", "details"])
    .orderBy("at", "desc")
    .limit(SIGN_INS_SHOWN)
    .execute();
  return rows.map(({ at, address, details }) => {
    const known = signInDetails.safeParse(JSON.parse(details));
    return { at, address, how: known.success ? known.data.how : null };
  });
}

async function liveSessions(db: Kysely<Schema>, userId: number, now: Date) {
  const rows = await db
    .selectFrom("sessions")
    .leftJoin("organisation_sessions", "session_id", "sessions.id")
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .select([
      "id",
      "created_at",
      "last_seen_at",
      "revoked_at",
      "of_organisation",
      "good_until",
    ])
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows.filter(
    (row) => isStanding(row, now) && !isIdle(row.last_seen_at, now),
  );
}
