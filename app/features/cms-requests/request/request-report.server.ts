import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { validationError } from "remix-validated-form";
import { z } from "zod";
import { REQUEST_AGAIN } from "~/cms-request-paths";
import { getQiesReports, postQiesReport } from "~/contract/qies-reports";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { newYorkDay } from "~/domain/calendar";
import { parseFilters } from "~/domain/filters";
import { systemMessages } from "~/domain/system-messages";
import {
  FIELD_NAMES,
  type FieldName,
  type TypedValues,
} from "../rules/report-fields";
import { valuesToAskAgain } from "../rules/sent-request";
import { addFieldIssues } from "~/http/field-issues.server";
import { checkRequest, type ReportRequest } from "../rules/request-rules";
import { requestWords } from "../rules/request-words";
import { answerUserForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import { isUpdateOnly } from "~/ui/update-only";
import { emptyForm, readRequestForm, type RequestAnswer } from "./request-form";
import { listSearch } from "./request-address";

export async function loadRequestForm({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const facilities = await facilitiesOf(signedIn);
  // Take the kept form last: it can be taken only once, and an error page would not show it.
  const kept = await signedIn.takeKeptForm();
  const today = newYorkDay(new Date());
  return {
    today,
    facilities,
    form: kept
      ? readRequestForm(kept.form, today).values
      : ((await formToAskAgain(signedIn, request, facilities)) ??
        emptyForm(facilities.map(({ id }) => id))),
    unsent: kept?.unsent ?? null,
  };
}

/** The failed request that the address names, from the list of the same address. */
async function formToAskAgain(
  { call, user }: SignedIn,
  request: Request,
  facilities: Facilities,
): Promise<TypedValues | null> {
  const { searchParams } = new URL(request.url);
  const id = Number(searchParams.get(REQUEST_AGAIN) ?? NaN);
  if (!Number.isSafeInteger(id)) return null;
  const today = newYorkDay(new Date());
  const { filters } = parseFilters(searchParams, today, user.viewer);
  const { startDate, endDate } = filters;
  const outcome = await call(getQiesReports, {
    params: { startDate, endDate },
  });
  const reports = outcome.kind === "data" ? outcome.answer.data : [];
  const report = reports.find((one) => one.id === id);
  return report ? valuesToAskAgain(report, facilities) : null;
}

export async function requestReport({ request }: LoaderFunctionArgs) {
  return answerUserForm(request, ({ form, signedIn }) =>
    requestBy(signedIn, form, request),
  );
}

async function requestBy(signedIn: SignedIn, form: FormData, request: Request) {
  const today = newYorkDay(new Date());
  const { values, unseen } = readRequestForm(form, today);
  if (isUpdateOnly(request, form)) return showAgain(values, 200);
  const facilities = await facilitiesOf(signedIn);
  const checked = await requestValidator({
    today,
    userId: Number(signedIn.user.id),
    facilityIds: facilities.map(({ id }) => id),
  }).validate(values);
  if (checked.error) {
    return validationError(checked.error, values, { status: 400 });
  }
  if (unseen.length > 0) {
    return showAgain(values, 400, requestWords.checkUnseen);
  }
  const refusal = await send(signedIn, checked.data);
  if (refusal) return showAgain(values, refusal.status, refusal.text);
  const list = paths.cmsReports + listSearch(new URL(request.url).search);
  const text = requestWords.requested;
  return redirectWithNotice(signedIn, list, { tone: "success", text }, 303);
}

type Facilities = Awaited<ReturnType<typeof facilitiesOf>>;

async function facilitiesOf(signedIn: SignedIn) {
  const { facilities } = await signedIn.organization();
  return facilities.map(({ facility_id, facility_name }) => ({
    id: facility_id,
    name: facility_name,
  }));
}

function showAgain(values: TypedValues, status: number, error?: string) {
  const answer: RequestAnswer = {
    ...(error !== undefined && { error }),
    fieldErrors: {},
    repopulateFields: values,
  };
  return json(answer, { status });
}

/** Null if the host took the request (R180). */
async function send({ call }: SignedIn, body: ReportRequest) {
  const { unexpected } = systemMessages.systemError;
  // Hosts without numeric user ids cannot take requests.
  if (!Number.isSafeInteger(body.user_id)) {
    return { status: 503, text: unexpected };
  }
  const outcome = await call(postQiesReport, { body });
  switch (outcome.kind) {
    case "data": {
      const text = outcome.answer.data[0]?.error;
      return text ? { status: 400, text } : null;
    }
    case "empty":
      return { status: 502, text: unexpected };
    case "failure":
      return { status: refusalStatus(outcome), text: failureWords(outcome) };
  }
}

/** What a field holds; how much of it there may be is bounded where the form is read. */
const texts = z.array(z.string()).default([]);

const typedValues = z.object(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, texts])) as Record<
    FieldName,
    typeof texts
  >,
);

function requestValidator(context: Parameters<typeof checkRequest>[1]) {
  return withZod(
    typedValues.transform((typed, issues) => {
      const { errors, value } = checkRequest(typed, context);
      if (value) return value;
      addFieldIssues(issues, errors);
      return z.NEVER;
    }),
  );
}
