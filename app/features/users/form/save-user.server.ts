import { json, type LoaderFunctionArgs } from "@remix-run/node";
import {
  createUser,
  updateUser,
  type User,
  type UserBody,
} from "~/contract/users";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { userChanges, userFormWords } from "~/features/users/rules/form-words";
import { checkUser } from "~/features/users/rules/form-rules";
import {
  USER_FIELDS,
  type UserFieldErrors,
} from "~/features/users/rules/form-places";
import { locationNames } from "~/features/users/rules/locations";
import { usernameKey } from "~/features/users/rules/name-rules";
import { userWords } from "~/features/users/rules/words";
import { answerUserForm } from "~/http/guarded-form.server";
import { hashOfUser } from "../list/load-users.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import type { Notice } from "~/session/session-record.server";
import {
  findUsers,
  isOneself,
  readUserId,
  usersNow,
} from "~/session/users.server";
import { isUpdateOnly } from "~/ui/update-only";
import { anotherHref, usersHref } from "./editor-address";
import {
  optionsOf,
  accessOf,
  openedOf,
  readOpened,
  viewOf,
} from "./load-user-form.server";
import {
  FORM_FIELDS,
  type OpenedUser,
  readUserForm,
  type UserAnswer,
} from "./user-form";

export async function saveNewUser({ request }: LoaderFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    return save(request, signedIn, form, null);
  });
}

/** Like {@link saveNewUser}, for a user who exists. */
export async function saveUser({ request, params }: LoaderFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const id = readUserId(params.id);
    if (id === null) throw pageError(404);
    const user = (await usersNow(signedIn)).find((one) => one.id === id);
    if (!user) return leaveDeleted(request, signedIn);
    return save(request, signedIn, form, user);
  });
}

async function save(
  request: Request,
  signedIn: SignedIn,
  form: FormData,
  user: User | null,
) {
  const options = await optionsOf(signedIn);
  const read = readUserForm(form, options);
  const opened = user && (readOpened(read.opened) ?? openedOf(user));
  const showAgain = async ({
    status,
    ...said
  }: Pick<UserRefusal, "status"> & Partial<UserRefusal>) => {
    const refusal = { errors: [], fieldErrors: {}, opened, ...said };
    const { opened: shown, ...problems } = refusal;
    const repopulateFields = await viewOf(signedIn, read, shown);
    return json<UserAnswer>({ ...problems, repopulateFields }, { status });
  };

  // Enter in the search field shows the results.
  if (isUpdateOnly(request, form) || read.isSearchUnseen) {
    return showAgain({ status: 200 });
  }
  // Check this first: the rules judge the user as stored now, which the form has not shown.
  const stale = await staleRefusal(signedIn, user, opened);
  if (stale) return showAgain(stale);
  const checked = checkUser(read.values, {
    held: user && accessOf(user),
    isSelf: user !== null && isOneself(signedIn, user),
    options,
  });
  if (checked.errors) {
    return showAgain({ status: 400, fieldErrors: checked.errors });
  }
  const version = opened?.version;
  const body = { ...checked.value, ...(version !== undefined && { version }) };
  const outcome = user
    ? await signedIn.call(updateUser, { params: { id: user.id }, body })
    : await signedIn.call(createUser, { body });
  if (outcome.kind === "failure") {
    const refusal = await userRefusalOf(signedIn, outcome, {
      user,
      opened,
      body,
    });
    if (refusal === "deleted") return leaveDeleted(request, signedIn);
    return showAgain(refusal);
  }
  const notice: Notice = {
    tone: "success",
    text: user ? userWords.updated : userWords.created,
  };
  if (user || !form.has(FORM_FIELDS.another)) {
    return leaveForList(request, signedIn, notice, user?.id);
  }
  const key = usernameKey(body.username);
  const created = (await usersNow(signedIn)).find(
    ({ username }) => usernameKey(username) === key,
  );
  const { pathname, search } = new URL(request.url);
  const next = anotherHref(pathname, search, created?.id ?? 0);
  return redirectWithNotice(signedIn, next, notice, 303);
}

function leaveDeleted(request: Request, signedIn: SignedIn) {
  const text = userFormWords.goneMeanwhile;
  return leaveForList(request, signedIn, { tone: "error", text });
}

function leaveForList(
  request: Request,
  signedIn: SignedIn,
  notice: Notice,
  edited?: number,
) {
  const list = usersHref(new URL(request.url).search);
  const hash = edited ? hashOfUser(request, edited) : "";
  return redirectWithNotice(signedIn, list, notice, 303, hash);
}

interface UserRefusal {
  status: number;
  errors: string[];
  fieldErrors: UserFieldErrors;
  /** The version that the form shows from now on. */
  opened: OpenedUser | null;
}

interface RefusedUserForm {
  user: User | null;
  opened: OpenedUser | null;
  body: UserBody;
}

async function userRefusalOf(
  signedIn: SignedIn,
  failure: CallFailure,
  form: RefusedUserForm,
): Promise<UserRefusal | "deleted"> {
  const mayBeGone = form.user !== null && failure.status === 404;
  const conflict =
    failure.status === 409 || mayBeGone
      ? await conflictOf(signedIn, form)
      : null;
  if (conflict) return conflict;
  const words = failureWords(failure);
  const field =
    failure.field === "access_level"
      ? "accessLevel"
      : USER_FIELDS.find((one) => one === failure.field);
  return {
    status: refusalStatus(failure),
    errors: field ? [] : [words],
    fieldErrors: field ? { [field]: words } : {},
    opened: form.opened,
  };
}

async function conflictOf(
  signedIn: SignedIn,
  { user, opened, body }: RefusedUserForm,
): Promise<UserRefusal | "deleted" | null> {
  const found = await findUsers(signedIn);
  if (!("users" in found)) return null;
  const { users } = found;
  const now = user && users.find(({ id }) => id === user.id);
  if (user && !now) return "deleted";
  const key = usernameKey(body.username);
  const isTaken = users.some(
    (other) => other.id !== user?.id && usernameKey(other.username) === key,
  );
  const stale = await staleRefusal(signedIn, now, opened);
  if (!isTaken) return stale;
  return {
    status: 409,
    errors: [],
    opened,
    ...stale,
    fieldErrors: { username: userWords.usernameTaken },
  };
}

/** The changes since the form was opened; null if there are none or the host sends no versions. */
async function staleRefusal(
  signedIn: SignedIn,
  now: User | null | undefined,
  opened: OpenedUser | null,
): Promise<UserRefusal | null> {
  if (now?.version === undefined || opened?.version === undefined) return null;
  if (now.version === opened.version) return null;
  const names = locationNames(await signedIn.organization());
  return {
    status: 409,
    errors: [
      userWords.staleEdit,
      ...userChanges(opened, now, names),
      userFormWords.saveAgain,
    ],
    fieldErrors: {},
    opened: openedOf(now),
  };
}
