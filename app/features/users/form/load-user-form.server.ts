import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { type User, user } from "~/contract/users";
import { pageError } from "~/data/page-error.server";
import { readJson } from "~/domain/read-json";
import {
  locationOptions,
  type LocationOptions,
} from "~/domain/places/location-choice";
import { mayAssign, parseLevelIds } from "../rules/access-levels";
import {
  NEW_USER,
  type TypedUser,
  type HeldAccess,
  placesHeld,
} from "../rules/form-places";
import { apiHost } from "~/data/upstream.server";
import { isByGroups } from "~/session/group-rules.server";
import { isOneself, readUserId, usersNow } from "~/session/users.server";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import {
  LIKE_PARAMETER,
  PHYSICIANS_PARAMETER,
  listSearch,
} from "./editor-address";
import {
  readUserForm,
  type PhysicianSearch,
  type UserFormView,
  type OpenedUser,
  type ReadUserForm,
} from "./user-form";
import { searchPhysicians } from "~/contract/physicians";
import { failureWords } from "~/data/call-failure.server";
import {
  physicianChoices,
  physicianSearchText,
  unnamedPhysician,
  type PhysicianChoice,
} from "../rules/form-physicians";

export type UserFormData = Awaited<ReturnType<typeof formOf>>;

export async function loadNewUser({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const physicians = await physiciansFor(signedIn, request);
  if (physicians) return physicians;
  const { searchParams } = new URL(request.url);
  const likeId = readUserId(searchParams.get(LIKE_PARAMETER) ?? undefined);
  const [options, users] = await Promise.all([
    optionsOf(signedIn),
    likeId === null ? [] : usersNow(signedIn),
  ]);
  const like = users.find(({ id }) => id === likeId);
  const mayCopy = like && mayAssign(like.access_level, null);
  return formOf(signedIn, null, options, mayCopy ? like : null);
}

/** 404 if there is no such user. */
export async function loadUser({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = readUserId(params.id);
  if (id === null) throw pageError(404);
  const physicians = await physiciansFor(signedIn, request);
  if (physicians) return physicians;
  const [users, options] = await Promise.all([
    usersNow(signedIn),
    optionsOf(signedIn),
  ]);
  const user = users.find((one) => one.id === id);
  if (!user) throw pageError(404);
  return formOf(signedIn, user, options);
}

export async function optionsOf(signedIn: SignedIn): Promise<LocationOptions> {
  return locationOptions(await signedIn.organization());
}

/** Answers a script's search. A document shows the form, whatever its query says. */
async function physiciansFor(signedIn: SignedIn, request: Request) {
  const { pathname, search, searchParams } = new URL(request.url);
  const text = searchParams.get(PHYSICIANS_PARAMETER);
  if (text === null) return null;
  if (request.headers.get("accept")?.includes("text/html")) {
    throw redirect(pathname + listSearch(search));
  }
  return { physicians: await findPhysicians(signedIn, text) };
}

async function formOf(
  signedIn: SignedIn,
  user: User | null,
  options: LocationOptions,
  like: User | null = null,
) {
  const someone = user ?? like;
  const typed = someone ? typedOf(someone, options) : NEW_USER;
  // Copies the access of the other user, not the person.
  const { accessLevel, division, region, facility, isnpOnly } = typed;
  const access = { accessLevel, division, region, facility, isnpOnly };
  const values = user ? typed : { ...NEW_USER, ...access };
  const isSelf = user !== null && isOneself(signedIn, user);
  const fresh: UserFormView = {
    values,
    arePasswordsGone: false,
    cleared: [],
    chosenPhysician: await describePhysician(signedIn, values.physician, null),
    search: "",
    found: null,
    opened: user ? openedOf(user) : null,
  };
  // Take the kept form last: it can be taken only once, and an error page would not show it.
  const kept = await signedIn.takeKeptForm();
  const read = kept && readUserForm(kept.form, options);
  return {
    options,
    held: user ? accessOf(user) : null,
    isSelf,
    isPasswordInitial: apiHost === null && !isSelf,
    isByGroups: isByGroups(user),
    form: read
      ? {
          ...(await viewOf(
            signedIn,
            read,
            readOpened(read.opened) ?? fresh.opened,
          )),
          arePasswordsGone: true,
        }
      : fresh,
    unsent: kept?.unsent ?? null,
  };
}

async function findPhysicians(
  { call }: SignedIn,
  typed: string,
): Promise<PhysicianSearch | null> {
  const text = physicianSearchText(typed);
  if (text === "") return null;
  const outcome = await call(searchPhysicians, { query: { s: text } });
  switch (outcome.kind) {
    case "data": {
      const physicians = physicianChoices(outcome.answer.data);
      return { state: "found", text, physicians };
    }
    case "empty":
      return { state: "found", text, physicians: [] };
    case "failure":
      return { state: "error", text, message: failureWords(outcome) };
  }
}

async function describePhysician(
  signedIn: SignedIn,
  npi: number | null,
  found: PhysicianSearch | null,
): Promise<PhysicianChoice | null> {
  if (npi === null) return null;
  const isThem = (physician: PhysicianChoice) => physician.npi === npi;
  const listed =
    found?.state === "found" ? found.physicians.find(isThem) : null;
  if (listed) return listed;
  const asked = await findPhysicians(signedIn, String(npi));
  const named = asked?.state === "found" ? asked.physicians.find(isThem) : null;
  return named ?? unnamedPhysician(npi);
}

export function accessOf(one: User): HeldAccess {
  const { access_level: accessLevel, access_level_id } = one;
  return { accessLevel, ids: parseLevelIds(access_level_id) };
}

function typedOf(one: User, options: LocationOptions): TypedUser {
  const { accessLevel, ids } = accessOf(one);
  return {
    username: one.username,
    firstname: one.firstname,
    lastname: one.lastname,
    accessLevel,
    ...placesHeld({ accessLevel, ids }, options),
    physician: accessLevel === "physician" ? (ids[0] ?? null) : null,
    isnpOnly: one.isnp_only,
    password: "",
    confirmPassword: "",
  };
}

const openedUser = user.omit({ id: true, last_login_at: true });

export function openedOf(one: User): OpenedUser {
  return openedUser.parse(one);
}

export function readOpened(text: string): OpenedUser | null {
  return readJson(text, openedUser);
}

/** The form to show again. Passwords are never sent back. */
export async function viewOf(
  signedIn: SignedIn,
  { values, cleared, search }: ReadUserForm,
  opened: OpenedUser | null,
): Promise<UserFormView> {
  const { password, confirmPassword, ...others } = values;
  const isOfPhysician = values.accessLevel === "physician";
  const found = isOfPhysician ? await findPhysicians(signedIn, search) : null;
  return {
    values: { ...others, password: "", confirmPassword: "" },
    arePasswordsGone: password !== "" || confirmPassword !== "",
    cleared,
    chosenPhysician: await describePhysician(signedIn, values.physician, found),
    search,
    found,
    opened,
  };
}
