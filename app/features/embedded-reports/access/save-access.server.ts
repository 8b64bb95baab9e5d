import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { postReportRole } from "~/contract/reports";
import type { AccessChange } from "../rules/report-access";
import { reportAccessWords } from "../rules/report-access-words";
import { systemMessages } from "~/domain/system-messages";
import { requireUserByForm } from "~/http/guarded-form.server";
import type { SignedIn } from "~/session/require-user.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { AccessAnswer, CellAnswer } from "./access-form";
import { reportsConfigHref } from "./reports-config-href";
import { isCell, readCell, readChanges } from "./read-access-form.server";

const { unexpected } = systemMessages.systemError;

/** Saves what was changed in the grid, each cell by a call of its own (R208), or the one cell of a script. */
export async function saveAccess({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  if (isCell(form)) return saveCell(signedIn, readCell(form));
  const changes = readChanges(form);
  const failures = (await saveAll(signedIn, changes)).filter(
    (failure) => failure !== null,
  );
  const [first] = failures;
  if (first) {
    const answer: AccessAnswer = {
      failures: failures.map(({ reportId, level, text }) => {
        return { reportId, level, text };
      }),
    };
    return json(answer, { status: first.status });
  }
  const grid = reportsConfigHref(new URL(request.url).searchParams);
  return redirectWithNotice(
    signedIn,
    grid,
    changes.length > 0
      ? { tone: "success", text: reportAccessWords.updated }
      : { tone: "info", text: reportAccessWords.nothingToSave },
    303,
  );
}

async function saveCell(signedIn: SignedIn, change: AccessChange | null) {
  if (change === null) {
    return json<CellAnswer>(
      { saved: false, error: unexpected },
      { status: 400 },
    );
  }
  const failure = await save(signedIn, change);
  return failure
    ? json<CellAnswer>(
        { saved: false, error: failure.text },
        { status: failure.status },
      )
    : json<CellAnswer>({ saved: true });
}

interface Failure {
  reportId: number;
  level: AccessChange["level"];
  status: number;
  text: string;
}

/** The cells of one report at once, one report after the other: a host is not asked for hundreds of things at a time. */
async function saveAll(
  signedIn: SignedIn,
  changes: readonly AccessChange[],
): Promise<(Failure | null)[]> {
  const outcomes: (Failure | null)[] = [];
  for (const id of new Set(changes.map(({ reportId }) => reportId))) {
    const ofReport = changes.filter(({ reportId }) => reportId === id);
    outcomes.push(
      ...(await Promise.all(ofReport.map((one) => save(signedIn, one)))),
    );
  }
  return outcomes;
}

/** Null where the change was saved. */
async function save(
  { call }: SignedIn,
  { reportId, level, allow }: AccessChange,
): Promise<Failure | null> {
  const outcome = await call(postReportRole, {
    params: { id: reportId },
    body: { role: level, allow },
  });
  if (outcome.kind !== "failure") return null;
  return {
    reportId,
    level,
    status: refusalStatus(outcome),
    text:
      outcome.status === 404
        ? reportAccessWords.unknownReport
        : failureWords(outcome),
  };
}
