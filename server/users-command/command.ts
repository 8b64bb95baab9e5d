import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import {
  INITIAL_PASSWORD_DAYS,
  initialUntil,
} from "~/features/users/rules/password-rules";
import { userWords } from "~/features/users/rules/words";
import { usernameKey } from "~/features/users/rules/name-rules";
import { insertAuditEvents } from "~server/audit/audit-events";
import { lockUsers } from "~server/auth/lock-users";
import { hashPassword } from "~server/auth/password";
import { revokeSessionsOf } from "~server/auth/session-rows";
import { CommandError } from "~server/command-line/command-error";
import {
  runCommand,
  describeStore,
  openConfiguredStore,
} from "~server/command-line/run-on-store";
import { keepRightsHere } from "~server/oidc/account-rows";
import { Refusal } from "~server/refusal";
import { readDataState } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import { setEmergency } from "~server/users/locked-users";
import { withFreeUsername, insertUser } from "~server/users/update-user";
import { requireKnownIds, type WantedUser } from "~server/users/wanted-user";
import { readArguments, type Task } from "./read-arguments";
import { generatePassword, readPassword } from "./read-password";

const INITIAL = `It is good for ${INITIAL_PASSWORD_DAYS} days, and is changed at the first login.`;

const USAGE = `Usage: npm run create-user -- --username NAME --firstname FIRST --lastname LAST [options]
       npm run create-user -- --new-password --username NAME [--generate]

Creates a user, by default an account manager. A server may go on running. The command asks for the password, or reads
one line of standard input. The password is never an argument.

  --level LEVEL   company, division, region, facility, physician, admin or account_manager
  --ids "1 2"     the divisions, regions or facilities of that level, or the physician's NPI
  --isnp          sees ISNP residents only
  --emergency     may log in with the password where OIDC_ONLY=1 closes it to the others
  --generate      makes a password and shows it once
  --new-password  gives an existing user another password, and ends their sessions
`;

const OVER_DEMO = `This database holds the demo organisation. Its accounts have a published password. Import your own census to remove both
(README, use your own census). The users that you create here stay.
`;

function say(text: string): void {
  process.stdout.write(text);
}

/** A generated password is initial; a typed one is the user's choice. */
interface StoredPassword {
  passwordHash: string;
  isGenerated: boolean;
}

async function withPassword(
  { generate }: Task,
  username: string,
  store: (password: StoredPassword, at: Date) => Promise<void>,
  did: string,
): Promise<void> {
  const ask = (text: string) => void process.stderr.write(text);
  const password = generate
    ? generatePassword()
    : await readPassword({ username, input: process.stdin, ask });
  const passwordHash = await hashPassword(password);
  await store({ passwordHash, isGenerated: generate }, new Date());
  say(`${did}\n`);
  if (generate) say(`The password, shown only once: ${password}\n${INITIAL}\n`);
}

/** Nobody is logged in at a command. */
const BY_COMMAND = { user: null, address: null, requestId: null };
const VIA = { via: "command" };

/** Throws a CommandError for a taken username or unknown id, before anybody thinks of a password. */
async function requireCreatable(
  { db }: Store,
  { username, accessLevel, ids }: WantedUser,
): Promise<void> {
  const taken = await db
    .selectFrom("users")
    .where("username_key", "=", usernameKey(username))
    .select("id")
    .executeTakeFirst();
  if (taken) throw new CommandError(`${userWords.usernameTaken}.`);
  await inWords(() => requireKnownIds(db, accessLevel, ids));
}

/** Throws a CommandError if the username is taken meanwhile or an id unknown. */
async function storeUser(
  { db }: Store,
  { wanted, isEmergency }: { wanted: WantedUser; isEmergency: boolean },
  { passwordHash, isGenerated }: StoredPassword,
  at: Date,
): Promise<void> {
  const by = { ...BY_COMMAND, at, details: VIA };
  const write = () =>
    db.transaction().execute(async (trx) => {
      const id = await insertUser(
        trx,
        wanted,
        passwordHash,
        by,
        isGenerated ? initialUntil(at) : null,
      );
      if (!isEmergency) return;
      await setEmergency(trx, id, 1);
      const target = { id, username: wanted.username };
      await insertAuditEvents(trx, [
        { ...by, action: "mark_emergency_account", target },
      ]);
    });
  await inWords(() => withFreeUsername(write));
}

/** Throws a CommandError for an unknown username. */
async function requireUser(
  { db }: Store,
  username: string,
): Promise<{ id: number; username: string }> {
  const user = await db
    .selectFrom("users")
    .where("username_key", "=", usernameKey(username))
    .select(["id", "username"])
    .executeTakeFirst();
  if (!user) throw new CommandError("No user has that username.");
  return user;
}

/** Ends all sessions; rights no longer follow groups. */
async function storePassword(
  { db }: Store,
  user: { id: number; username: string },
  { passwordHash, isGenerated }: StoredPassword,
  at: Date,
): Promise<void> {
  const now = at.toISOString();
  await db.transaction().execute(async (trx) => {
    await lockUsers(trx, [user.id]);
    const kept = await keepRightsHere(trx, user.id);
    const { numUpdatedRows } = await trx
      .updateTable("users")
      .set((row) => ({
        password_hash: passwordHash,
        password_initial_until: isGenerated ? initialUntil(at) : null,
        version: row("version", "+", 1),
        updated_at: now,
      }))
      .where("id", "=", user.id)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) {
      throw new CommandError("The user has just been deleted.");
    }
    await revokeSessionsOf(trx, user.id, { at: now });
    await insertAuditEvents(trx, [
      {
        ...BY_COMMAND,
        action: "change_user",
        at,
        target: user,
        details: { ...VIA, password: "changed", ...kept },
      },
    ]);
  });
}

/** The API's refusals become errors for the terminal. */
async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandError(error.words.replace(/\.?$/, "."));
  }
}

async function create(
  store: Store,
  task: Extract<Task, { kind: "create" }>,
  place: string,
): Promise<void> {
  const { wanted } = task;
  await requireCreatable(store, wanted);
  const level = ACCESS_LEVEL_NAMES[wanted.accessLevel];
  await withPassword(
    task,
    wanted.username,
    (password, at) => storeUser(store, task, password, at),
    `Created ${wanted.username} (${level}) in ${place}.`,
  );
  const { origin } = await readDataState(store.db);
  if (origin === "demo") say(OVER_DEMO);
}

async function giveNewPassword(
  store: Store,
  task: Extract<Task, { kind: "new-password" }>,
): Promise<void> {
  const user = await requireUser(store, task.username);
  await withPassword(
    task,
    user.username,
    (password, at) => storePassword(store, user, password, at),
    `${user.username} has a new password. Their sessions have ended.`,
  );
}

await runCommand(async (settings) => {
  if (settings.API_URL) {
    throw new CommandError(
      "The API host of API_URL keeps the users. Create them there.",
    );
  }
  const task = readArguments(process.argv.slice(2));
  if (!task) throw new CommandError(USAGE);
  const store = await openConfiguredStore(settings);
  try {
    if (task.kind === "create") {
      await create(store, task, describeStore(settings));
    } else {
      await giveNewPassword(store, task);
    }
  } finally {
    await store.close();
  }
}, "Nothing was stored.");
