import { z } from "zod";
import type { SessionTokens, SignInChallenge } from "~/contract/auth";
import { newYorkDay } from "~/domain/calendar";
import { isRequiredOn } from "~/features/second-factor/rules/factor-rule";
import {
  initialPasswordWords,
  DEMO_PASSWORD,
} from "~/features/users/rules/password-rules";
import { KNOWN_FOR_MS } from "~/features/users/rules/sign-in-delay";
import { usernameKey } from "~/features/users/rules/name-rules";
import { recordEvent } from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import type { Database } from "~server/store/schema";
import type { Step } from "./deps";
import { isInitialPasswordOver, isPasswordClosed } from "./entry-rules";
import {
  countFailedAttempt,
  delayRefusal,
  delaysUnder,
  signInKeys,
  type FailureKey,
  type FailureReason,
} from "./failures";
import { inPasswordTurn } from "./password";
import { recordSignIn, wrongCredentials } from "./record-sign-in";
import { hasFactor, requiredFrom } from "./second-factor/factor-rows";
import { newChallenge, type StepDeps } from "./second-factor/second-step";

interface Deps extends StepDeps {
  allowsDemoPassword: boolean;
}

interface Attempt extends Step {
  userKey: string;
  /** The browser's sealed record of earlier logins. */
  browser: string | undefined;
  keys: FailureKey[];
}

type FoundUser = Awaited<ReturnType<typeof findUser>>;

type Seals = Pick<Secrets, "browserSeal">;

const PLACE = "users of a browser";
/** A shared browser at a nurses' station: the latest users are kept. */
const MOST_USERS = 10;
/** Enough to distinguish ten users; the seal prevents forgery. */
const DIGEST_LENGTH = 16;

/** Users of a browser and when they signed in (milliseconds since 1970), newest first. */
const shape = z.array(z.tuple([z.string(), z.number()])).max(MOST_USERS);

/** What a user is called in the browser's record, and the users of it. */
function readBrowser(
  { browserSeal }: Seals,
  userKey: string,
  sent: string | undefined,
  now: Date,
) {
  const users = browserSeal.openJson(sent, PLACE, shape) ?? [];
  return {
    user: browserSeal.digest(userKey).slice(0, DIGEST_LENGTH),
    users: users.filter(([, at]) => now.getTime() - at < KNOWN_FOR_MS),
  };
}

/** Seals the users with a right password in this browser (R544), which sends it back. It grants no access. */
function browserOf(
  secrets: Seals,
  userKey: string,
  earlier: string | undefined,
  now: Date,
): string {
  const { user, users } = readBrowser(secrets, userKey, earlier, now);
  const others = users.filter(([other]) => other !== user);
  const newest = [[user, now.getTime()], ...others].slice(0, MOST_USERS);
  return secrets.browserSeal.closeJson(newest, PLACE);
}

/**
 * Returns a session, or a challenge for a second factor. An unknown username, and a right password where none is
 * allowed, look exactly like a wrong one: same text, status, time and delays. Throws 401; 429 during a delay, without a
 * check; 503 if too many wait or the database is read-only.
 */
export async function signIn(
  deps: Deps,
  {
    username,
    password,
    browser,
  }: { username: string; password: string; browser?: string | undefined },
  step: Step,
): Promise<(SessionTokens | SignInChallenge) & { browser: string }> {
  const userKey = usernameKey(username);
  const { address } = step.origin;
  const keys = signInKeys(deps.secrets.signInKey, { userKey, address });
  const attempt: Attempt = { userKey, browser, keys, ...step };
  await refuseWhileDelayed(deps, attempt);
  const user = await inPasswordTurn(
    async ({ matches }) => {
      await refuseWhileDelayed(deps, attempt);
      const found = await findUser(deps.store.db, userKey);
      const isRight = await matches(found?.password_hash ?? null, password);
      const isPublic = !deps.allowsDemoPassword && password === DEMO_PASSWORD;
      const isIn = found !== null && isRight && !isPublic;
      const isClosed = found !== null && isPasswordClosed(found, deps);
      const isOver = isIn && isInitialPasswordOver(found, deps.clock());
      if (isIn && !isClosed && !isOver) return found;
      const reason = reasonOf(found, { isIn, isClosed });
      await countFailed(deps, attempt, found, reason);
      if (reason !== "initial_over") throw wrongCredentials();
      // The password is useless by now, and its user needs to know why.
      throw new Refusal(403, initialPasswordWords.over);
    },
    { userKey, address },
  );
  return {
    ...(await startOrChallenge(deps, user, step)),
    browser: browserOf(deps.secrets, userKey, browser, deps.clock()),
  };
}

function reasonOf(
  found: FoundUser,
  { isIn, isClosed }: { isIn: boolean; isClosed: boolean },
): FailureReason {
  if (found === null) return "username";
  if (!isIn) return "password";
  return isClosed ? "not_emergency" : "initial_over";
}

async function startOrChallenge(
  deps: Deps,
  user: NonNullable<FoundUser>,
  { origin, log }: Step,
): Promise<SessionTokens | SignInChallenge> {
  const { store, clock, secrets, sessions } = deps;
  const { id, username } = user;
  const at = clock();
  const from = await requiredFrom(store.db, user.access_level);
  const wanted = (await hasFactor(store.db, id))
    ? "code"
    : isRequiredOn(from, newYorkDay(at)) && "set_up";
  if (!wanted) {
    return sessions.start(id, {
      before: async (trx) => ({
        ...(await recordSignIn(trx, "password", user, deps, origin)),
        second_factor: { required_from: from },
      }),
    });
  }
  // Even if the second step fails, the owner should see that somebody knows their password.
  const doing = { at, user: { id, username }, origin };
  const proof = { action: "prove_password", details: { wanted } } as const;
  await recordEvent(store.db, doing, proof);
  log.info({ event: "auth.second_step", wanted });
  return newChallenge(user, wanted, at, secrets);
}

async function findUser(db: Database, userKey: string) {
  const user = await db
    .selectFrom("users")
    .where("username_key", "=", userKey)
    .select([
      "id",
      "username",
      "password_hash",
      "access_level",
      "emergency_entry",
      "password_initial_until",
    ])
    .executeTakeFirst();
  return user ?? null;
}

/** Failures elsewhere, or at other accounts, do not delay a browser that the account has signed in with (R544). */
async function refuseWhileDelayed(
  { store, clock, secrets }: Deps,
  { userKey, browser, keys, log }: Attempt,
): Promise<void> {
  const now = clock();
  const delays = await delaysUnder(store.db, keys, now);
  const { user, users } = readBrowser(secrets, userKey, browser, now);
  const counted = users.some(([known]) => known === user)
    ? delays.filter(({ kind }) => kind === "pair")
    : delays;
  if (counted.length === 0) return;
  log.info({ event: "auth.login_delayed" });
  throw delayRefusal(counted);
}

async function countFailed(
  { store, clock }: Deps,
  { keys, origin, log }: Attempt,
  found: FoundUser,
  reason: FailureReason,
): Promise<void> {
  const user = found && { id: found.id, username: found.username };
  const attempt = { at: clock(), user, ...origin };
  const delays = await countFailedAttempt(store.db, keys, reason, attempt);
  log.info({ event: "auth.login_failed", delays });
}
