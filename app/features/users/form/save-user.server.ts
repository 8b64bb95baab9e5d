import { json } from "@remix-run/node";
import { createUser, updateUser, type User } from "~/contract/users";
import { pageError } from "~/data/page-error.server";
import { userFormWords } from "../rules/form-words";
import { userWords } from "../rules/words";
import { usernameKey } from "../rules/username-key";
import { isOneself, readUserId, usersNow } from "~/session/users.server";
import { answerUserForm } from "~/http/guarded-form.server";
import type { SignedIn } from "~/session/require-user.server";
import type { Notice } from "~/session/session-record.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { isUpdateOnly } from "~/ui/update-only";
import { anotherHref, usersHref } from "./editor-address";
import { optionsOf } from "./load-user-form.server";
import {
  userRefusalOf,
  staleRefusal,
  type UserRefusal,
} from "./refusal-of-host.server";
import {
  FORM_FIELDS,
  readUserForm,
  type ReadUserForm,
  type UserAnswer,
} from "./user-form";
import { accessOf, openedOf, readOpened } from "./user-of-form.server";
import { userValidator } from "./user-validator.server";
import { viewOf } from "./view-of-form.server";

/** Creates the user of a form and leads to the list, or shows the form again: with its errors, or with other fields. */
export async function saveNewUser(request: Request) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    return save(request, signedIn, form, null);
  });
}

/** As {@link saveNewUser}, for the changes of a user who is there; 404 for an address that can be nobody's. */
export async function saveUser(request: Request, idText: string | undefined) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const id = readUserId(idText);
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
  const showAgain = (
    refusal: Pick<UserRefusal, "status"> & Partial<UserRefusal>,
  ) =>
    answerWith(signedIn, read, {
      errors: [],
      fieldErrors: {},
      opened,
      ...refusal,
    });

  const isUpdate = isUpdateOnly(request, form);
  // Who presses Enter in the search wants to see whom it finds.
  if (isUpdate || read.isSearchUnseen) return showAgain({ status: 200 });
  // What may be kept is judged by the user as they are now, which whoever typed this has not seen.
  const stale = await staleRefusal(signedIn, user, opened);
  if (stale) return showAgain(stale);
  const checked = await userValidator({
    held: user && accessOf(user),
    isSelf: user !== null && isOneself(signedIn, user),
    options,
  }).validate(read.values);
  if (checked.error) {
    return showAgain({
      status: 400,
      fieldErrors: checked.error.fieldErrors,
    });
  }
  const { version } = opened ?? {};
  const body = {
    ...checked.data,
    ...(version === undefined ? {} : { version }),
  };
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
    return leaveForList(request, signedIn, notice);
  }
  const key = usernameKey(body.username);
  const created = (await usersNow(signedIn)).find(
    ({ username }) => usernameKey(username) === key,
  );
  const { pathname, search } = new URL(request.url);
  const next = anotherHref(pathname, search, created?.id ?? 0);
  return redirectWithNotice(signedIn, next, notice, 303);
}

async function answerWith(
  signedIn: SignedIn,
  read: ReadUserForm,
  { status, errors, fieldErrors, opened }: UserRefusal,
) {
  const answer: UserAnswer = {
    errors,
    fieldErrors,
    repopulateFields: await viewOf(signedIn, read, opened),
  };
  return json(answer, { status });
}

/** There is nothing left to change, and the list shows who is there. */
function leaveDeleted(request: Request, signedIn: SignedIn) {
  const text = userFormWords.goneMeanwhile;
  return leaveForList(request, signedIn, { tone: "error", text });
}

function leaveForList(request: Request, signedIn: SignedIn, notice: Notice) {
  const list = usersHref(new URL(request.url).search);
  return redirectWithNotice(signedIn, list, notice, 303);
}
