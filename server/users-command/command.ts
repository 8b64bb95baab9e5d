import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import { hashPassword } from "~server/auth/password";
import { CommandError } from "~server/command-line/command-error";
import {
  describeStore,
  openConfiguredStore,
} from "~server/command-line/configured-store";
import { runCommand } from "~server/command-line/run-command";
import { readDataState } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import { readArguments, type Task } from "./read-arguments";
import { generatePassword, readPassword } from "./read-password";
import {
  requireCreatable,
  requireUser,
  storePassword,
  storeUser,
} from "./store-user";

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

async function passwordFor(
  { generate }: Task,
  username: string,
): Promise<string> {
  if (!generate) {
    const ask = (text: string) => void process.stderr.write(text);
    return readPassword({ username, input: process.stdin, ask });
  }
  return generatePassword();
}

function tell(task: Task, did: string, password: string): void {
  say(`${did}\n`);
  if (task.generate) say(`The password, shown only once: ${password}\n`);
}

async function create(
  store: Store,
  task: Extract<Task, { kind: "create" }>,
  place: string,
): Promise<void> {
  const { wanted } = task;
  await requireCreatable(store, wanted);
  const password = await passwordFor(task, wanted.username);
  await storeUser(store, task, await hashPassword(password), new Date());
  const level = ACCESS_LEVEL_NAMES[wanted.accessLevel];
  tell(task, `Created ${wanted.username} (${level}) in ${place}.`, password);
  const { origin } = await readDataState(store.db);
  if (origin === "demo") say(OVER_DEMO);
}

async function giveNewPassword(
  store: Store,
  task: Extract<Task, { kind: "new-password" }>,
): Promise<void> {
  const user = await requireUser(store, task.username);
  const password = await passwordFor(task, user.username);
  await storePassword(store, user, await hashPassword(password), new Date());
  tell(
    task,
    `${user.username} has a new password. Their sessions have ended.`,
    password,
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
