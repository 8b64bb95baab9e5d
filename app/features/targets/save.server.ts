import type { ActionFunctionArgs } from "@remix-run/node";
import { idParam } from "~/contract/wire";
import { placeParams } from "~/features/place-settings/load-settings.server";
import { MAIN_ID } from "~/features/shell/shell-data";
import { answerUserForm } from "~/http/guarded-form.server";
import { textsIn } from "~/http/read-form.server";
import {
  answerForm,
  noticeOfEnd,
  type FormAnswer,
} from "~/session/change-outcome.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { endTarget, setTarget } from "~server/targets/service";
import { TARGET_FIELDS, type TargetEntries } from "./rules";
import { targetWords as words } from "./page-words";
import { placePath } from "~/paths";

export type TargetsAnswer = FormAnswer<TargetEntries>;

export async function changeTargets({ request, params }: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const place = placeParams.parse(params);
    const list = `${placePath("targets", place.level, place.id)}#${MAIN_ID}`;
    if (form.has("ended_id")) {
      const numberIn = (name: string) =>
        idParam.safeParse(form.get(name)).data ?? 0;
      const outcome = await signedIn.ask(endTarget, {
        place,
        targetId: numberIn("ended_id"),
        version: numberIn("version"),
      });
      const notice = noticeOfEnd(outcome, words);
      return redirectWithNotice(signedIn, list, notice, 303);
    }
    const entries = textsIn(form, TARGET_FIELDS);
    const outcome = await signedIn.ask(setTarget, {
      place,
      measure: entries.measure.slice(0, 40),
      value: entries.value.slice(0, 40),
      from: entries.from.slice(0, 40),
      reason: entries.reason.slice(0, 1_000),
    });
    const typed = { entries, prefix: "target-" };
    const done = { page: list, text: words.form.done };
    return answerForm(signedIn, outcome, typed, done);
  });
}
