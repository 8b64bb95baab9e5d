import { paths } from "~/paths";
import { json } from "@remix-run/node";
import { endSender, postSender } from "~/contract/feed";
import { idParam } from "~/contract/wire";
import type { CallFailure } from "~/data/call.server";
import { refusalStatus } from "~/data/refusal-status.server";
import { feedWords } from "~/domain/feed/feed-words";
import {
  SENDER_ROLES,
  senderProblems,
  type SenderRole,
} from "~/domain/feed/sender-rules";
import { systemMessages } from "~/domain/system-messages";
import { answerUserForm } from "~/http/guarded-form.server";
import { guardPage } from "~/session/guard-page.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import {
  readSenderForm,
  SENDER_FIELDS,
  type SenderAnswer,
  type SenderErrors,
  type SenderValues,
} from "./sender-form-values";

const { form: words } = feedWords;

/** Saves or ends the sender of a form and leads to the list, or shows the form again with what was wrong. */
export async function saveSender(request: Request) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    await guardPage(signedIn, { page: "feed" });
    const values = readSenderForm(form);
    const version = readId(form.get("version"));
    if (form.get("intent") === "end") return end(signedIn, values, version);
    const { role, fieldErrors } = check(values);
    if (role === null || Object.keys(fieldErrors).length > 0) {
      return showAgain(400, { values, fieldErrors });
    }
    const { sender, facility, codes } = values;
    const outcome = await signedIn.call(postSender, {
      body: {
        sender,
        facility,
        role,
        facility_id: readId(values.facility_id),
        codes,
        ...(version === null ? {} : { version }),
      },
    });
    if (outcome.kind === "failure") return refusalOf(outcome, values, signedIn);
    return leaveForList(signedIn, words.saved);
  });
}

function readId(text: FormDataEntryValue | null): number | null {
  const read = idParam.safeParse(text);
  return read.success ? read.data : null;
}

function check(values: SenderValues): {
  role: SenderRole | null;
  fieldErrors: SenderErrors;
} {
  const role = SENDER_ROLES.find((one) => one === values.role) ?? null;
  const fieldErrors: SenderErrors = {};
  if (role === null) fieldErrors.role = words.roleMissing;
  const problems = senderProblems({
    ...values,
    role: role ?? "hospital",
    facilityId: readId(values.facility_id),
  });
  for (const { field, text } of problems) fieldErrors[field] ??= text;
  return { role, fieldErrors };
}

async function end(
  signedIn: SignedIn,
  values: SenderValues,
  version: number | null,
) {
  const { sender, facility } = values;
  const outcome = await signedIn.call(endSender, {
    body: { sender, facility, version: version ?? 0 },
  });
  if (outcome.kind === "failure") return refusalOf(outcome, values, signedIn);
  return leaveForList(signedIn, words.ended);
}

function leaveForList(
  signedIn: SignedIn,
  text: string,
  tone: "success" | "info" = "success",
) {
  return redirectWithNotice(signedIn, paths.feed, { tone, text }, 303);
}

/** Why the host did not take it, at the field that it blames. */
function refusalOf(
  failure: CallFailure,
  values: SenderValues,
  signedIn: SignedIn,
) {
  if (failure.status === 404) return leaveForList(signedIn, words.gone, "info");
  const { unexpected } = systemMessages.systemError;
  const text = failure.message ?? failure.error ?? unexpected;
  const status = refusalStatus(failure);
  const { field } = failure;
  return isField(field)
    ? showAgain(status, { values, fieldErrors: { [field]: text } })
    : showAgain(status, { values, fieldErrors: {}, error: text });
}

function isField(field: string | undefined): field is keyof SenderErrors {
  return SENDER_FIELDS.some((one) => one === field);
}

function showAgain(status: number, answer: SenderAnswer) {
  return json(answer, { status });
}
