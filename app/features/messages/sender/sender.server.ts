import type { Organization } from "~/contract/organization";
import {
  failurePage,
  failureWords,
  refusalStatus,
} from "~/data/call-failure.server";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import {
  listSenders,
  type Sender,
  endSender,
  saveSender as askToSave,
} from "~server/messages/service";
import { idParam } from "~/contract/wire";
import {
  SENDER_FIELDS,
  type OpenedSender,
  type SenderAnswer,
  type SenderErrors,
  type SenderValues,
  type SenderView,
} from "./sender-form";
import { paths } from "~/paths";
import { json } from "@remix-run/node";
import type { CallFailure } from "~/data/call.server";
import { feedWords } from "~/features/messages/rules/feed-words";
import {
  SENDER_ROLES,
  senderProblems,
  type SenderRole,
  senderRuleWords,
} from "~/features/messages/rules/sender-rules";
import { answerUserForm } from "~/http/guarded-form.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { facilityNamer } from "~/session/facility-names.server";

export async function loadSender(request: Request): Promise<SenderView> {
  const signedIn = await requireScreen(request);
  const { searchParams: search } = new URL(request.url);
  const key = {
    sender: search.get("sender") ?? "",
    facility: search.get("facility") ?? "",
  };
  const [stored, organization] = await Promise.all([
    findSender(signedIn, key),
    signedIn.organization(),
  ]);
  // Read the kept form last: it can be taken only once.
  const kept = await signedIn.takeKeptForm((form) => isFor(key, stored, form));
  const isBack = kept !== null && !isToEnd(kept.form);
  return {
    ...(isBack ? openedOf(kept.form) : formOf(key, stored)),
    facilities: facilitiesOf(organization),
    unsent: kept?.unsent ?? null,
  };
}

/** A kept form belongs to its sender. The name of a new one may have been typed. */
function isFor(key: SenderKey, stored: Sender | null, form: FormData): boolean {
  const typed = openedOf(form);
  return (
    isOfKey(key, typed.values) || (stored === null && typed.version === null)
  );
}

/** Keeps the version the user opened, so a concurrent change is detected. */
function openedOf(form: FormData): OpenedSender {
  return { values: readSenderForm(form), version: readVersion(form) };
}

function formOf(key: SenderKey, stored: Sender | null): OpenedSender {
  return stored
    ? { values: valuesOf(stored), version: stored.version }
    : {
        values: { ...key, role: "", facility_id: "", codes: "", bound_to: "" },
        version: null,
      };
}

async function findSender(
  signedIn: SignedIn,
  key: SenderKey,
): Promise<Sender | null> {
  const outcome = await signedIn.ask(listSenders, {});
  if (outcome.kind === "failure") throw failurePage(outcome);
  return outcome.kind === "data"
    ? (outcome.answer.senders.find((one) => isOfKey(key, one)) ?? null)
    : null;
}

function facilitiesOf({ facilities }: Organization): SenderView["facilities"] {
  const regions = new Map<string, { id: number; name: string }[]>();
  for (const { facility_id, facility_name, region_name } of facilities) {
    const region = region_name ?? "";
    const own = regions.get(region) ?? [];
    own.push({ id: facility_id, name: facility_name ?? String(facility_id) });
    regions.set(region, own);
  }
  return [...regions]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([region, own]) => ({ region, facilities: own }));
}

export type SenderKey = Pick<Sender, "sender" | "facility">;

function isOfKey(key: SenderKey, one: SenderKey): boolean {
  return one.sender === key.sender && one.facility === key.facility;
}

function valuesOf({ version: _, ...stored }: Sender): SenderValues {
  return { ...stored, facility_id: String(stored.facility_id ?? "") };
}

const { form: words, roles } = feedWords;

export async function saveSender(request: Request) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const values = readSenderForm(form);
    const version = readVersion(form);
    if (isToEnd(form)) return end(signedIn, values, version);
    const opened = { values, version };
    const { role, fieldErrors } = check(values);
    if (role === null || Object.keys(fieldErrors).length > 0) {
      return showAgain(400, { form: opened, fieldErrors, errors: [] });
    }
    const outcome = await signedIn.ask(askToSave, {
      ...values,
      role,
      facility_id: readId(values.facility_id),
      ...(version === null ? {} : { version }),
    });
    if (outcome.kind !== "failure") return leaveForList(signedIn, words.saved);
    return refusalOf(signedIn, outcome, opened);
  });
}

function check(values: SenderValues): {
  role: SenderRole | null;
  fieldErrors: SenderErrors;
} {
  const role = SENDER_ROLES.find((one) => one === values.role) ?? null;
  const facility_id = readId(values.facility_id);
  const fieldErrors: SenderErrors = {};
  if (role === null) fieldErrors.role = words.roleMissing;
  if (facility_id === null && values.facility_id !== "") {
    fieldErrors.facility_id = senderRuleWords.unknownFacility;
  }
  const problems = senderProblems({
    ...values,
    role: role ?? "hospital",
    facility_id,
  });
  for (const { field, text } of problems) fieldErrors[field] ??= text;
  return { role, fieldErrors };
}

async function end(
  signedIn: SignedIn,
  { sender, facility }: SenderValues,
  version: number | null,
) {
  const outcome = await signedIn.ask(endSender, {
    sender,
    facility,
    version: version ?? 0,
  });
  if (outcome.kind !== "failure") return leaveForList(signedIn, words.ended);
  // Nothing was typed, so show the sender as it is now.
  return refusalOf(signedIn, outcome, null);
}

function leaveForList(
  signedIn: SignedIn,
  text: string,
  tone: "success" | "info" = "success",
) {
  return redirectWithNotice(signedIn, paths.feed, { tone, text }, 303);
}

async function refusalOf(
  signedIn: SignedIn,
  failure: CallFailure,
  opened: OpenedSender | null,
) {
  if (failure.status === 404) return leaveForList(signedIn, words.gone, "info");
  const text = failureWords(failure);
  const status = refusalStatus(failure);
  const { field } = failure;
  if (opened && isField(field)) {
    const fieldErrors = { [field]: text };
    return showAgain(status, { form: opened, fieldErrors, errors: [] });
  }
  const newer =
    opened && failure.status === 409
      ? await newerThan(signedIn, opened)
      : { form: opened, lines: [] };
  return showAgain(status, {
    form: newer.form,
    fieldErrors: {},
    errors: [text, ...newer.lines],
  });
}

function isField(field: string | undefined): field is keyof SenderErrors {
  return SENDER_FIELDS.some((one) => one === field);
}

function showAgain(status: number, answer: SenderAnswer) {
  return json(answer, { status });
}

/** Shows what was typed over the newer version, and a line for each field that is stored otherwise. */
async function newerThan(
  signedIn: SignedIn,
  opened: OpenedSender,
): Promise<{ form: OpenedSender; lines: string[] }> {
  const { values, version } = opened;
  const [outcome, facilityName] = await Promise.all([
    signedIn.ask(listSenders, {}),
    facilityNamer(signedIn),
  ]);
  const stored =
    outcome.kind === "data" &&
    outcome.answer.senders.find((one) => isOfKey(values, one));
  if (!stored || version === null || stored.version === version) {
    return { form: opened, lines: [] };
  }
  const role = (text: string) => {
    const known = SENDER_ROLES.find((one) => one === text);
    return known ? roles[known] : words.none;
  };
  const place = (text: string) => {
    const id = readId(text);
    return id === null ? words.any : facilityName(id);
  };
  const now = valuesOf(stored);
  const fields = [
    [words.role, role(values.role), role(now.role)],
    [words.place, place(values.facility_id), place(now.facility_id)],
    [words.codes, values.codes, now.codes || words.none],
    [words.boundTo, values.bound_to, now.bound_to || words.none],
  ] as const;
  const lines = fields.flatMap(([label, typed, other]) =>
    typed === other ? [] : [`${label}: ${other}`],
  );
  return {
    form: { values, version: stored.version },
    lines: [...lines, words.saveAgain],
  };
}

function readSenderForm(form: FormData): SenderValues {
  const text = (name: string) => {
    const [value, ...more] = form.getAll(name);
    return typeof value === "string" && more.length === 0 ? value.trim() : "";
  };
  const values = SENDER_FIELDS.map((name) => [name, text(name)]);
  return Object.fromEntries(values) as SenderValues;
}

function readVersion(form: FormData): number | null {
  return readId(form.get("version"));
}

function readId(text: FormDataEntryValue | null): number | null {
  const read = idParam.safeParse(text);
  return read.success ? read.data : null;
}

function isToEnd(form: FormData): boolean {
  return form.get("intent") === "end";
}
