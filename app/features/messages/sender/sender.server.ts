import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import type { Organization } from "~/contract/organization";
import { idParam } from "~/contract/wire";
import { failurePage, refusalStatus } from "~/data/call-failure.server";
import type { Outcome } from "~/data/call.server";
import { textIn } from "~/domain/form-texts";
import { feedWords } from "~/features/messages/rules/feed-words";
import {
  SENDER_FIELDS,
  SENDER_ROLES,
  senderProblems,
  senderRuleWords,
} from "~/features/messages/rules/sender-rules";
import { answerUserForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { problemsOf } from "~/session/change-outcome.server";
import { facilityNamer } from "~/session/facility-names.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import {
  endSender,
  listSenders,
  type Sender,
  saveSender as askToSave,
} from "~server/messages/service";
import { fieldLines, type SummaryError } from "~/ui/error-summary";

const { form: words, roles } = feedWords;

/** `facility_id` is empty for any facility. */
type Values = Record<(typeof SENDER_FIELDS)[number], string>;

/** `version` is null for a new sender. */
interface OpenedSender {
  values: Values;
  version: number | null;
}

export interface SenderAnswer {
  /** Null: the sender as it is stored. */
  form: OpenedSender | null;
  fieldErrors: Partial<Values>;
  errors: SummaryError[];
}

export type SenderView = Awaited<ReturnType<typeof loadSender>>;

export async function loadSender({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { searchParams: search } = new URL(request.url);
  const key = {
    sender: search.get("sender") ?? "",
    facility: search.get("facility") ?? "",
  };
  const [outcome, organization] = await Promise.all([
    signedIn.ask(listSenders, {}),
    signedIn.organization(),
  ]);
  if (outcome.kind === "failure") throw failurePage(outcome);
  const stored = senderIn(outcome, key);
  // Read the kept form last: it can be taken only once. It belongs to its sender, but the name of a new one may have
  // been typed.
  const kept = await signedIn.takeKeptForm((form) => {
    const { values, version } = openedOf(form);
    return isOfKey(key, values) || (stored === null && version === null);
  });
  const isBack = kept !== null && !isToEnd(kept.form);
  const blank = { role: "", facility_id: "", codes: "", bound_to: "" };
  const opened: OpenedSender = stored
    ? { values: valuesOf(stored), version: stored.version }
    : { values: { ...key, ...blank }, version: null };
  return {
    ...(isBack ? openedOf(kept.form) : opened),
    facilities: facilitiesOf(organization),
    unsent: kept?.unsent ?? null,
  };
}

/** Keeps the version the user opened, so a concurrent change is detected. */
function openedOf(form: FormData): OpenedSender {
  const values = SENDER_FIELDS.map((name) => [name, textIn(form, name).trim()]);
  return {
    values: Object.fromEntries(values) as Values,
    version: readId(form.get("version")),
  };
}

function isToEnd(form: FormData): boolean {
  return form.get("intent") === "end";
}

function readId(text: FormDataEntryValue | null): number | null {
  return idParam.safeParse(text).data ?? null;
}

type SenderKey = Pick<Sender, "sender" | "facility">;

function isOfKey(key: SenderKey, one: SenderKey): boolean {
  return one.sender === key.sender && one.facility === key.facility;
}

function senderIn(
  outcome: Outcome<{ senders: readonly Sender[] }>,
  key: SenderKey,
): Sender | null {
  const senders = outcome.kind === "data" ? outcome.answer.senders : [];
  return senders.find((one) => isOfKey(key, one)) ?? null;
}

function valuesOf({ version: _, ...stored }: Sender): Values {
  return { ...stored, facility_id: String(stored.facility_id ?? "") };
}

function facilitiesOf({ facilities }: Organization) {
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

export async function saveSender({ request }: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const opened = openedOf(form);
    const { values, version } = opened;
    if (isToEnd(form)) {
      const { sender, facility } = values;
      const ended = { sender, facility, version: version ?? 0 };
      const outcome = await signedIn.ask(endSender, ended);
      // Nothing was typed, so show the sender as it is now.
      return answerTo(signedIn, outcome, null, words.ended);
    }
    const facility_id = readId(values.facility_id);
    const role = SENDER_ROLES.find((one) => one === values.role) ?? "hospital";
    const wanted = { ...values, role, facility_id };
    const fieldErrors: Partial<Values> = {};
    if (role !== values.role) fieldErrors.role = words.roleMissing;
    if (facility_id === null && values.facility_id !== "") {
      fieldErrors.facility_id = senderRuleWords.unknownFacility;
    }
    for (const { field, text } of senderProblems(wanted)) {
      fieldErrors[field] ??= text;
    }
    const errors = fieldLines(SENDER_FIELDS, fieldErrors);
    if (errors.length > 0) {
      return showAgain(400, { form: opened, fieldErrors, errors });
    }
    const outcome = await signedIn.ask(askToSave, {
      ...wanted,
      ...(version === null ? {} : { version }),
    });
    return answerTo(signedIn, outcome, opened, words.saved);
  });
}

async function answerTo(
  signedIn: SignedIn,
  outcome: Outcome<null>,
  opened: OpenedSender | null,
  done: string,
) {
  const leaveForList = (tone: "success" | "info", text: string) =>
    redirectWithNotice(signedIn, paths.feed, { tone, text }, 303);
  if (outcome.kind !== "failure") return leaveForList("success", done);
  const { status } = outcome;
  if (status === 404) return leaveForList("info", words.gone);
  const { errors, fieldErrors } = problemsOf(outcome, SENDER_FIELDS);
  const newer =
    opened && status === 409 ? await newerThan(signedIn, opened) : null;
  return showAgain(refusalStatus(outcome), {
    form: newer?.form ?? opened,
    fieldErrors: opened ? fieldErrors : {},
    errors: [...errors, ...(newer?.lines ?? []).map((text) => ({ text }))],
  });
}

function showAgain(status: number, answer: SenderAnswer) {
  return json(answer, { status });
}

/** Shows what was typed over the newer version, and a line for each field that is stored otherwise. */
async function newerThan(
  signedIn: SignedIn,
  { values, version }: OpenedSender,
): Promise<{ form: OpenedSender; lines: string[] } | null> {
  const [outcome, facilityName] = await Promise.all([
    signedIn.ask(listSenders, {}),
    facilityNamer(signedIn),
  ]);
  const stored = senderIn(outcome, values);
  if (!stored || version === null || stored.version === version) return null;
  const place = (id: number | null) =>
    id === null ? words.any : facilityName(id);
  const now = valuesOf(stored);
  const fields = [
    ["role", words.role, roles[stored.role]],
    ["facility_id", words.place, place(stored.facility_id)],
    ["codes", words.codes, stored.codes || words.none],
    ["bound_to", words.boundTo, stored.bound_to || words.none],
  ] as const;
  const lines = fields.flatMap(([name, label, text]) =>
    values[name] === now[name] ? [] : [`${label}: ${text}`],
  );
  return {
    form: { values, version: stored.version },
    lines: [...lines, words.saveAgain],
  };
}
