import { json, type ActionFunctionArgs } from "@remix-run/node";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { MAIN_ID } from "~/features/shell/main-id";
import { answerUserForm } from "~/http/guarded-form.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { targetsPath } from "~/target-paths";
import { endTarget, setTarget } from "~server/targets/service";
import {
  readTargetEntries,
  TARGET_FIELDS,
  type TargetsAnswer,
} from "./entries";
import { placeOf, type TargetsPlace } from "./load.server";
import { targetWords as words } from "./page-words";

/** Sets what a form says as a target of a place, or ends the one that it names, and shows the list again. */
export async function changeTargets({ request, params }: ActionFunctionArgs) {
  const place = placeOf(params);
  return answerUserForm(request, async ({ form, signedIn }) => {
    return form.has("target_id")
      ? endOne(signedIn, place, form)
      : setOne(signedIn, place, form);
  });
}

async function setOne(signedIn: SignedIn, place: TargetsPlace, form: FormData) {
  const entries = readTargetEntries(form);
  const outcome = await signedIn.ask(setTarget, {
    place,
    measure: entries.measure.slice(0, 40),
    value: entries.value.slice(0, 40),
    from: entries.from.slice(0, 40),
    reason: entries.reason.slice(0, 1_000),
  });
  if (outcome.kind === "failure") {
    const field = TARGET_FIELDS.find((name) => name === outcome.field) ?? null;
    const answer: TargetsAnswer = {
      entries,
      errors: [{ text: failureWords(outcome), field }],
    };
    return json(answer, { status: refusalStatus(outcome) });
  }
  const notice = { tone: "success", text: words.form.done } as const;
  return redirectWithNotice(signedIn, listPath(place), notice, 303);
}

async function endOne(signedIn: SignedIn, place: TargetsPlace, form: FormData) {
  const outcome = await signedIn.ask(endTarget, {
    place,
    targetId: numberIn(form, "target_id"),
    version: numberIn(form, "version"),
  });
  const notice =
    outcome.kind !== "failure"
      ? ({ tone: "success", text: words.ended } as const)
      : outcome.status === 409 || outcome.status === 404
        ? ({ tone: "info", text: words.conflict } as const)
        : ({ tone: "error", text: failureWords(outcome) } as const);
  return redirectWithNotice(signedIn, listPath(place), notice, 303);
}

function listPath({ level, id }: TargetsPlace): string {
  return `${targetsPath(`${level}/${id}`)}#${MAIN_ID}`;
}

function numberIn(form: FormData, name: string): number {
  const value = form.get(name);
  const text = typeof value === "string" ? value : "";
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
