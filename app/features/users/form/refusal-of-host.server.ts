import { failureWords, refusalStatus } from "~/data/call-failure.server";
import type { User, UserBody } from "~/contract/users";
import type { CallFailure } from "~/data/call.server";
import { userChanges } from "../rules/form-changes";
import {
  USER_FIELDS,
  type UserField,
  type UserFieldErrors,
} from "../rules/form-values";
import { userFormWords } from "../rules/form-words";
import { locationNames } from "../rules/locations";
import { userWords } from "../rules/words";
import { usernameKey } from "../rules/username-key";
import { findUsers } from "~/session/users.server";
import type { SignedIn } from "~/session/require-user.server";
import type { OpenedUser } from "./user-form";
import { openedOf } from "./user-of-form.server";

/** Why the host did not save a user, as the form tells it. */
export interface UserRefusal {
  status: number;
  /** What no field is to blame for, a line each. */
  errors: string[];
  fieldErrors: UserFieldErrors;
  /** The user that the form is now about, so that saving it again is done knowingly. */
  opened: OpenedUser | null;
}

export interface RefusedUserForm {
  /** Null where a new user was to be created. */
  user: User | null;
  opened: OpenedUser | null;
  body: UserBody;
}

/**
 * Why the host did not save a user (R218). A conflict is told by the users as they are now: the name is somebody
 * else's, or the user has changed since the form was opened, or is not there any more.
 */
export async function userRefusalOf(
  signedIn: SignedIn,
  failure: CallFailure,
  form: RefusedUserForm,
): Promise<UserRefusal | "deleted"> {
  const mayBeGone = form.user !== null && failure.status === 404;
  const conflict =
    failure.status === 409 || mayBeGone
      ? await conflictOf(signedIn, form)
      : null;
  return conflict ?? inWordsOfHost(failure, form.opened);
}

async function conflictOf(
  signedIn: SignedIn,
  { user, opened, body }: RefusedUserForm,
): Promise<UserRefusal | "deleted" | null> {
  const users = await findUsers(signedIn);
  if ("kind" in users) return null;
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

/**
 * What has changed about a user since their form was opened, and the form is then about the newer one; null where nothing
 * has, or where the host does not count versions.
 */
export async function staleRefusal(
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

function inWordsOfHost(
  failure: CallFailure,
  opened: OpenedUser | null,
): UserRefusal {
  const { field: blamed } = failure;
  const words = failureWords(failure);
  const field = blamed === "access_level" ? "accessLevel" : userField(blamed);
  return {
    status: refusalStatus(failure),
    errors: field ? [] : [words],
    fieldErrors: field ? { [field]: words } : {},
    opened,
  };
}

function userField(name: string | undefined): UserField | undefined {
  return USER_FIELDS.find((field) => field === name);
}
