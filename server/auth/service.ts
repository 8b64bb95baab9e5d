import { sql, type Kysely } from "kysely";
import { z } from "zod";
import { usernameKey } from "~/features/users/rules/username-key";
import {
  insertAuditEvents,
  type AuditedUser,
  type AuditRecord,
} from "~server/audit/audit-events";
import { publicService, service } from "~server/door/services";
import { findAccountOf } from "~server/oidc/account-rows";
import { notFound } from "~server/refusal";
import type { Database, Schema } from "~server/store/schema";
import { changeOwnPassword } from "./own-password";
import {
  addOwnPasskey,
  askToMake,
  ownPasskeys,
  removeOwnPasskey,
} from "./passkeys/own-passkeys";
import { madePasskey, signedPasskey } from "./passkeys/passkey-shapes";
import { nameInList } from "./passkeys/passkey-rows";
import { askToUse, signInByPasskey } from "./passkeys/sign-in-by-passkey";
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
  keyForSignIn,
  signInByCode,
  signInBySetUp,
} from "./second-factor/second-step";
import { isIdle, isStanding } from "./session-limits";
import { revokeSession } from "./session-rows";

export {
  madePasskey,
  signedPasskey,
  type MadePasskey,
  type SignedPasskey,
} from "./passkeys/passkey-shapes";

export type UseQuestion = NonNullable<Awaited<ReturnType<typeof askToUse>>>;

export type MakeQuestion = NonNullable<Awaited<ReturnType<typeof askToMake>>>;

const nothing = z.object({});
const challenge = z.string().min(1).max(2_000);
const code = z.string().min(1).max(100);
const password = z.string().min(1).max(1_000);
/** Says which key a set-up is about, sealed. */
const setUp = z.string().min(1).max(2_000);
/** Says which question a passkey has answered, sealed. */
const attempt = z.string().min(1).max(2_000);

/** The second step of a sign-in. 401 where the challenge is over, 403 for a wrong or used code, 429 after too many. */
export const enterCode = publicService({
  name: "sign-in-code",
  input: z.object({ challenge, code }),
  run: ({ deps, ...step }, input) => signInByCode(deps, input, step),
});

/** How a browser asks for a passkey; null for a user without any, and where there are none here. 401 where the challenge is over. */
export const askForPasskey = publicService({
  name: "sign-in-passkey-question",
  input: z.object({ challenge }),
  run: ({ deps }, input) => askToUse(deps, input.challenge),
});

/** The second step of a sign-in by a passkey. 401 where the challenge is over, 403 for a wrong one, 429. */
export const enterPasskey = publicService({
  name: "sign-in-passkey",
  input: z.object({ challenge, attempt, passkey: signedPasskey }),
  run: ({ deps, ...step }, input) => signInByPasskey(deps, input, step),
});

/** A key for who has to set a factor up to sign in; with `setUp` the same key again. 401 where the challenge is over. */
export const askForKey = publicService({
  name: "sign-in-key",
  input: z.object({ challenge, setUp: setUp.optional() }),
  run: ({ deps }, input) => keyForSignIn(deps, input),
});

/** Sets the factor up and signs in. 401 where the challenge is over, 409 where the set-up is, 403 for a wrong code. */
export const enterFirstCode = publicService({
  name: "sign-in-factor",
  input: z.object({ challenge, setUp, code }),
  run: ({ deps, ...step }, input) => signInBySetUp(deps, input, step),
});

const SIGN_INS_SHOWN = 10;

const signInDetails = z.object({ how: z.string() });

/** How the user signs in, and where they are signed in now. */
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
      /** Null where there can be none here. */
      passkeys: await ownPasskeys(deps, user.id),
      /** From this day their access level needs a factor; null for never. */
      requiredFrom: await requiredFrom(db, viewer.accessLevel),
      /** Since when an account of the organisation's login is linked; null for none. */
      linkedAt: account?.linkedAt ?? null,
      sessions: await ownSessions(db, user.id, sessionId, clock()),
      signIns: await ownSignIns(db, user),
    };
  },
});

/**
 * Changes the user's password, and ends their other sessions. 403 where the current one is wrong, 400 for a password that may not
 * be one, 429 after too many wrong ones.
 */
export const changePassword = service({
  name: "change-own-password",
  withInitialPassword: true,
  input: z.object({ current: password, wanted: z.string().min(6).max(1_000) }),
  async run({ deps, ...change }, input) {
    await changeOwnPassword(deps, input, change);
    return null;
  },
});

/** Ends another session of the user, by its id in the list; 404 where there is no such one. */
export const endSession = service({
  name: "end-own-session",
  input: z.object({ session: z.string().min(1).max(100) }),
  async run({ user, origin, deps }, { session }) {
    await endOwnSession(deps.store.db, session, user, deps.clock(), origin);
    return null;
  },
});

/** A key to set up; with `setUp` the same key again, where it is still good. */
export const askForOwnKey = service({
  name: "own-factor-key",
  input: z.object({ setUp: setUp.optional() }),
  run: ({ deps, userId }, input) => ownKey(deps, userId, input.setUp),
});

/**
 * Sets the factor up, or another in its place, and ends the user's other sessions; returns the recovery codes. `presentCode` is
 * one of the factor that is replaced, or a recovery code; 400 where it is missing. 403 with the field for a wrong password or code,
 * 409 where the set-up is over or the factor another by now, 429.
 */
export const setFactor = service({
  name: "set-own-factor",
  input: z.object({ setUp, code, password, presentCode: code.optional() }),
  run: ({ deps, ...change }, input) => setOwnFactor(deps, input, change),
});

/**
 * Takes the factor away by the password and a code of it, or a recovery code. 400 where the code is missing or the access level
 * needs a factor, 403 with the field for what is wrong, 404 for no factor, 429.
 */
export const removeFactor = service({
  name: "remove-own-factor",
  input: z.object({ password, presentCode: code.optional() }),
  async run({ deps, ...change }, proof) {
    await removeOwnFactor(deps, proof, change.viewer.accessLevel, change);
    return null;
  },
});

/** New recovery codes in place of the old, by a code of the app. 403 for a recovery code, and for a wrong or used code, 404, 429. */
export const makeRecoveryCodes = service({
  name: "recovery-codes",
  input: z.object({ code }),
  run: ({ deps, ...change }, input) =>
    newOwnRecoveryCodes(deps, input.code, change),
});

/** How a browser has a passkey made; nothing where there can be none here. 400 where the user has as many as they may, 404 for no factor. */
export const askForNewPasskey = service({
  name: "own-passkey-question",
  input: nothing,
  run: ({ deps, user }) => askToMake(deps, user),
});

/**
 * Adds a passkey by the password and a code of the factor, or a recovery code. Ends the user's other sessions. 400 for a passkey
 * that is none, or too many; 403 with the field for what is wrong, 404 for no factor, 409 where the question is over or the
 * passkey is there, 429.
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
  async run({ deps, ...change }, { password: typed, presentCode, ...made }) {
    const proof = { password: typed, presentCode };
    await addOwnPasskey(deps, made, proof, change);
    return null;
  },
});

/** Takes a passkey away by the same proof. 403 with the field, 404 where there is no such one, 429. */
export const removePasskey = service({
  name: "remove-passkey",
  input: z.object({
    passkey: z.string().min(1).max(100),
    password,
    presentCode: code,
  }),
  async run({ deps, ...change }, { passkey, ...proof }) {
    await removeOwnPasskey(deps, passkey, proof, change);
    return null;
  },
});

/** The live sessions of a user, the newest use first; a use is known to other servers within a minute. */
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

/** Ends a session of the user by its name in the list; 404 where it is over already. */
async function endOwnSession(
  db: Database,
  session: string,
  user: AuditedUser,
  at: Date,
  origin: Pick<AuditRecord, "address" | "requestId">,
): Promise<void> {
  const live = await liveSessions(db, user.id, at);
  const found = live.find(({ id }) => nameInList(id) === session);
  if (!found) throw notFound();
  await db.transaction().execute(async (trx) => {
    if (!(await revokeSession(trx, found.id, at.toISOString()))) {
      throw notFound();
    }
    await insertAuditEvents(trx, [
      { action: "end_own_session", at, user, ...origin },
    ]);
  });
}

async function ownSignIns(db: Kysely<Schema>, user: AuditedUser) {
  const rows = await db
    .selectFrom("audit_events")
    .where("action", "=", sql.lit("sign_in"))
    .where("user_key", "=", usernameKey(user.username))
    .where("user_id", "=", user.id)
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
    (row) => isStanding(row, now) && !isIdle(Date.parse(row.last_seen_at), now),
  );
}
