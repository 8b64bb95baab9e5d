import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import type { CallFailure } from "~/data/call.server";
import { textIn } from "~/domain/form-texts";
import { firstLast } from "~/domain/person-name";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import { writeLevelIds } from "~/features/users/rules/access-levels";
import {
  userLocations,
  type LocationNames,
} from "~/features/users/rules/locations";
import { locationsWritten } from "~/features/users/rules/list-words";
import {
  LONGEST_USERS_FILE,
  usersFileWords as words,
} from "~/features/users/rules/users-file";
import { namesIn } from "../list/load-users.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { NO_STORE } from "~/http/no-store.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import {
  createUsersFromFile,
  previewUsersFile,
  type FileUser,
} from "~server/users/service";

export type FileRow = ReturnType<typeof rowOf>;

export type FileAnswer =
  | { kind: "refused"; errors: string[] }
  | {
      kind: "preview";
      errors: string[];
      rows: FileRow[];
      /** Base64. */
      content: string;
      /** Null if the file cannot be created. */
      plan: string | null;
    }
  | {
      kind: "created";
      users: { name: string; username: string; password: string }[];
    };

/** Hashing the passwords of a whole file takes some ten seconds on two idle cores. */
const CREATE_WITHIN_MS = 45_000;

export async function loadFromFile({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  return { notices: await notSentNotice(signedIn) };
}

export async function answerFromFile({ request }: ActionFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request, "file");
  const content = textIn(form, "file");
  if (content === "") return refuse(400, words.missing);
  if (Buffer.byteLength(content, "base64") > LONGEST_USERS_FILE) {
    return refuse(400, words.tooLong);
  }
  const plan = form.get("plan");
  if (typeof plan !== "string") return preview(signedIn, content, null);
  const outcome = await signedIn.ask(
    createUsersFromFile,
    { content, plan },
    { deadlineMs: CREATE_WITHIN_MS, signal: request.signal },
  );
  if (outcome.kind === "data") {
    const users = outcome.answer.map(
      ({ firstname, lastname, username, password }) => {
        return { name: firstLast(firstname, lastname), username, password };
      },
    );
    return answer({ kind: "created", users }, 200);
  }
  return outcome.kind === "failure"
    ? preview(signedIn, content, outcome)
    : refuse(503, words.busy);
}

/** `failure` says why the users were not created. */
async function preview(
  signedIn: SignedIn,
  content: string,
  failure: CallFailure | null,
) {
  const [outcome, found] = await Promise.all([
    signedIn.ask(previewUsersFile, { content }),
    signedIn.findOrganization(),
  ]);
  if (outcome.kind === "empty") return refuse(503, words.busy);
  if (outcome.kind === "failure") {
    return refuse(refusalStatus(outcome), failureWords(outcome));
  }
  const { problems, users, plan } = outcome.answer;
  const names = namesIn(found);
  const rows = users.map((user) => rowOf(user, names));
  const hasErrors = rows.some(({ state }) => state === "error");
  const errors = [
    ...(failure === null ? [] : [whyNot(failure)]),
    ...problems.map(
      ({ line, column, message }) =>
        `${words.line} ${line}: ${column}: ${message}`,
    ),
    ...(hasErrors ? [words.inRows] : []),
  ];
  const isWrong = problems.length > 0 || hasErrors;
  const status =
    failure === null ? (isWrong ? 400 : 200) : refusalStatus(failure);
  return answer(
    { kind: "preview", errors, rows, content, plan: isWrong ? null : plan },
    status,
  );
}

function whyNot(failure: CallFailure): string {
  if (failure.status === 409) return words.changed;
  return failure.status < 500 ? failureWords(failure) : words.busy;
}

function rowOf(
  { problems, differs, accessLevel, ids, ...user }: DeepReadonly<FileUser>,
  names: LocationNames,
) {
  const located =
    accessLevel && ids.length > 0
      ? { access_level: accessLevel, access_level_id: writeLevelIds(ids) }
      : null;
  const isWrong = problems.length > 0;
  const isOther = differs !== null && differs.length > 0;
  return {
    line: user.line,
    username: user.username,
    name: firstLast(user.firstname, user.lastname),
    level: accessLevel === null ? "" : ACCESS_LEVEL_NAMES[accessLevel],
    locations: located
      ? locationsWritten(userLocations(located, names)).join(", ")
      : "",
    isnpOnly: user.isnpOnly,
    state: isWrong
      ? ("error" as const)
      : isOther
        ? ("differs" as const)
        : differs === null
          ? ("new" as const)
          : ("same" as const),
    notes: isWrong
      ? problems.map(({ column, message }) => `${column}: ${message}`)
      : isOther
        ? [`${differs.join(", ")}. ${words.stays}`]
        : [],
  };
}

function refuse(status: number, error: string) {
  return answer({ kind: "refused", errors: [error] }, status);
}

function answer(given: FileAnswer, status: number) {
  return json(given, { status, headers: { "Cache-Control": NO_STORE } });
}
