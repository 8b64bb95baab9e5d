import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { readJson } from "~/domain/read-json";
import { groupChanges } from "../rules/changes";
import {
  checkGroup,
  GROUP_FIELDS,
  type GroupFieldErrors,
} from "../rules/form-rules";
import { groupPageWords as words } from "../rules/page-words";
import { groupRuleWords } from "../rules/rule-words";
import { userFormWords } from "~/features/users/rules/form-words";
import { locationNames } from "~/features/users/rules/locations";
import { answerUserForm } from "~/http/guarded-form.server";
import {
  groupsNow,
  requireOrganisationLogin,
} from "~/session/group-rules.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import type { Notice } from "~/session/session-record.server";
import { readUserId } from "~/session/users.server";
import { isUpdateOnly } from "~/ui/update-only";
import { groups } from "~/user-paths";
import { addGroup, changeGroup, type GroupRule } from "~server/groups/service";
import { NEW_GROUP } from "./form-ids";
import {
  type GroupAnswer,
  type OpenedGroup,
  readGroupForm,
  type GroupFormView,
} from "./form-values";
import {
  type LocationOptions,
  locationOptions,
} from "~/domain/places/location-choice";
import { placesHeld, NO_PLACES } from "~/features/users/rules/form-places";
import { requireScreen } from "~/session/screen.server";
import { z } from "zod";
import { accessLevel, id } from "~/contract/wire";

export async function saveGroup({ request, params }: LoaderFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    requireOrganisationLogin();
    if (params.id === NEW_GROUP) return save(request, signedIn, form, null);
    const id = readUserId(params.id);
    if (id === null) throw pageError(404);
    const group = (await groupsNow(signedIn)).find((one) => one.id === id);
    if (!group) return leaveRemoved(signedIn);
    return save(request, signedIn, form, group);
  });
}

async function save(
  request: Request,
  signedIn: SignedIn,
  form: FormData,
  group: GroupRule | null,
) {
  const options = await optionsOf(signedIn);
  const { opened: openedText, ...read } = readGroupForm(form, options);
  const opened =
    group && (readJson(openedText, openedGroup) ?? openedOf(group));
  const showAgain = ({ status, now, ...said }: GroupRefusal) => {
    const form = { ...read, opened: now ? openedOf(now) : opened };
    const answer = { errors: [], fieldErrors: {}, ...said, form };
    return json<GroupAnswer>(answer, { status });
  };
  if (isUpdateOnly(request, form)) return showAgain({ status: 200 });
  // What may be kept is judged by the group as it is now, which whoever typed this has not seen.
  const stale = await staleRefusal(signedIn, group, opened);
  if (stale) return showAgain(stale);
  const { errors, value } = checkGroup(read.values, { held: group, options });
  if (errors) return showAgain({ status: 400, fieldErrors: errors });
  const outcome = group
    ? await signedIn.ask(changeGroup, {
        ...value,
        id: group.id,
        version: opened?.version ?? group.version,
      })
    : await signedIn.ask(addGroup, value);
  if (outcome.kind === "failure") {
    const refusal = await groupRefusalOf(signedIn, outcome, { group, opened });
    return refusal === "removed" ? leaveRemoved(signedIn) : showAgain(refusal);
  }
  const text = group ? words.updated : words.added;
  return leaveForList(signedIn, { tone: "success", text });
}

function leaveRemoved(signedIn: SignedIn) {
  return leaveForList(signedIn, { tone: "error", text: words.goneMeanwhile });
}

function leaveForList(signedIn: SignedIn, notice: Notice) {
  return redirectWithNotice(signedIn, groups, notice, 303);
}

interface GroupRefusal {
  status: number;
  errors?: string[];
  fieldErrors?: GroupFieldErrors;
  /** The group that the form is now about, so that saving it again is done knowingly. */
  now?: GroupRule;
}

/** The group has changed or is gone, or the host's words. */
async function groupRefusalOf(
  signedIn: SignedIn,
  failure: CallFailure,
  { group, opened }: { group: GroupRule | null; opened: OpenedGroup | null },
): Promise<GroupRefusal | "removed"> {
  if (group && (failure.status === 409 || failure.status === 404)) {
    const groups = await groupsNow(signedIn);
    const now = groups.find(({ id }) => id === group.id);
    if (!now) return "removed";
    const stale = await staleRefusal(signedIn, now, opened);
    if (stale) return stale;
  }
  const words = failureWords(failure);
  const field = GROUP_FIELDS.find((one) => one === failure.field);
  const status = refusalStatus(failure);
  return field
    ? { status, fieldErrors: { [field]: words } }
    : { status, errors: [words] };
}

/** Null if nothing has changed; otherwise the form is about the newer group. */
async function staleRefusal(
  signedIn: SignedIn,
  now: GroupRule | null,
  opened: OpenedGroup | null,
): Promise<GroupRefusal | null> {
  if (!now || !opened || now.version === opened.version) return null;
  const names = locationNames(await signedIn.organization());
  return {
    status: 409,
    errors: [
      groupRuleWords.staleEdit,
      ...groupChanges(opened, now, names),
      userFormWords.saveAgain,
    ],
    now,
  };
}

/** With the entries kept from the last session; 404 if there is no such group. */
export async function loadGroupForm({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  requireOrganisationLogin();
  const [groups, options] = await Promise.all([
    groupsNow(signedIn),
    optionsOf(signedIn),
  ]);
  const isNew = params.id === NEW_GROUP;
  const id = readUserId(params.id);
  const group = groups.find((one) => one.id === id) ?? null;
  if (!isNew && !group) throw pageError(404);
  const fresh = viewOf(group, options);
  // Not before: it comes back once, and there would be no page to show it on.
  const kept = await signedIn.takeKeptForm();
  const read = kept && readGroupForm(kept.form, options);
  return {
    options,
    held: group,
    form: read
      ? {
          ...read,
          opened: group && (readJson(read.opened, openedGroup) ?? fresh.opened),
        }
      : fresh,
    unsent: kept?.unsent ?? null,
  };
}

function viewOf(
  group: GroupRule | null,
  options: LocationOptions,
): GroupFormView {
  return {
    values: {
      name: group?.name ?? "",
      label: group?.label ?? "",
      accessLevel: group?.accessLevel ?? "",
      isnpOnly: group?.isnpOnly ?? false,
      ...(group ? placesHeld(group, options) : NO_PLACES),
    },
    cleared: [],
    opened: group && openedOf(group),
  };
}

const openedGroup = z.object({
  name: z.string(),
  label: z.string(),
  accessLevel,
  ids: z.array(id),
  isnpOnly: z.boolean(),
  version: id,
});

function openedOf({ id: _, ...group }: GroupRule): OpenedGroup {
  return group;
}

async function optionsOf(signedIn: SignedIn) {
  return locationOptions(await signedIn.organization());
}
