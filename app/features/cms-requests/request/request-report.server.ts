import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { REQUEST_AGAIN } from "~/cms-request-paths";
import { getQiesReports, postQiesReport } from "~/contract/qies-reports";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { newYorkDay } from "~/domain/calendar";
import { parseFilters } from "~/domain/filters";
import { systemMessages } from "~/domain/system-messages";
import { matchingErrorNumbers } from "../rules/error-numbers";
import { MDS_ERROR_NUMBERS } from "../rules/mds-error-numbers.data";
import { valuesToAskAgain } from "../rules/sent-request";
import { checkRequest, type ReportRequest } from "../rules/request-rules";
import { requestWords } from "../rules/request-words";
import { answerUserForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import { isUpdateOnly } from "~/ui/update-only";
import { listSearch } from "./request-address";
import {
  emptyForm,
  filledForm,
  type FormView,
  type ReadForm,
  readRequestForm,
  type RequestAnswer,
} from "./request-form";

/** The form: kept entries, a failed request to repeat, or empty. */
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
      ? viewOf(readRequestForm(kept.form, today))
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
): Promise<FormView | null> {
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
  const values = report && valuesToAskAgain(report, facilities);
  return values ? filledForm(values) : null;
}

/** Makes the request and leads back to the list, or shows the form again. */
export async function requestReport({ request }: LoaderFunctionArgs) {
  return answerUserForm(request, ({ form, signedIn }) =>
    requestBy(signedIn, form, request),
  );
}

async function requestBy(signedIn: SignedIn, form: FormData, request: Request) {
  const today = newYorkDay(new Date());
  const read = readRequestForm(form, today);
  const url = new URL(request.url);
  if (isUpdateOnly(request, form)) return showAgain(read, 200);
  const facilities = await facilitiesOf(signedIn);
  const checked = checkRequest(read.values, {
    today,
    userId: Number(signedIn.user.id),
    facilityIds: facilities.map(({ id }) => id),
  });
  if (checked.errors)
    return showAgain(read, 400, { fieldErrors: checked.errors });
  if (read.unseen.length > 0) {
    return showAgain(read, 400, { error: requestWords.checkUnseen });
  }
  const refusal = await send(signedIn, checked.value);
  if (refusal) return showAgain(read, refusal.status, { error: refusal.text });
  const list = paths.cmsReports + listSearch(url.search);
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

function showAgain(
  read: ReadForm,
  status: number,
  problems: Partial<Pick<RequestAnswer, "error" | "fieldErrors">> = {},
) {
  const repopulateFields = viewOf(read);
  return json<RequestAnswer>(
    { fieldErrors: {}, ...problems, repopulateFields },
    { status },
  );
}

function viewOf({ view, searched }: ReadForm): FormView {
  if (searched === null) return view;
  return { ...view, found: matchingErrorNumbers(MDS_ERROR_NUMBERS, searched) };
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
