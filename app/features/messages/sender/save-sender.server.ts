import { paths } from "~/paths";
import { json } from "@remix-run/node";
import type { CallFailure } from "~/data/call.server";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { feedWords } from "../rules/feed-words";
import {
  SENDER_ROLES,
  senderProblems,
  type SenderRole,
  senderRuleWords,
} from "../rules/sender-rules";
import { answerUserForm } from "~/http/guarded-form.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import {
  endSender,
  listSenders,
  saveSender as askToSave,
} from "~server/messages/service";
import {
  isToEnd,
  type OpenedSender,
  readId,
  readSenderForm,
  readVersion,
  SENDER_FIELDS,
  type SenderAnswer,
  type SenderErrors,
  type SenderValues,
} from "./sender-form-values";
import { facilityNamer } from "~/session/facility-names.server";
import { isOfKey, valuesOf } from "./load-sender.server";

const { form: words, roles } = feedWords;

/** Saves or ends the sender of a form and leads to the list, or shows the form again with what was wrong. */
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
  // Nothing was typed, so the sender is shown as it is now.
  return refusalOf(signedIn, outcome, null);
}

function leaveForList(
  signedIn: SignedIn,
  text: string,
  tone: "success" | "info" = "success",
) {
  return redirectWithNotice(signedIn, paths.feed, { tone, text }, 303);
}

/** Why it was not taken, at the field that is to blame, and with what the sender says by now. */
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

/**
 * The form of a sender that somebody else has changed: as it was typed, but about the newer version, with a line for each field
 * that is stored otherwise. Saving it again is done knowingly. The form as it is where no newer version can be had.
 */
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
