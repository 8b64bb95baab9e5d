import { json } from "@remix-run/node";
import {
  failurePage,
  failureWords,
  refusalStatus,
} from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { readRuleDay } from "~/features/second-factor/rules/rule-day";
import {
  levelCounts,
  ruleSaved,
  ruleWords as words,
} from "~/features/second-factor/rules/rule-words";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import { requireUserByForm } from "~/http/guarded-form.server";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { factorRules } from "~/user-paths";
import { listFactorRules, setFactorRule } from "~server/users/service";
import { RULE_FIELDS, type LevelRule, type RuleAnswer } from "./rule-form";
/** Each access level with the day from which it needs a second factor. */
export async function loadRules(request: Request) {
  const signedIn = await requireScreen(request);
  const outcome = await signedIn.ask(listFactorRules, {});
  if (outcome.kind === "empty") throw pageError(404);
  if (outcome.kind === "failure") throw failurePage(outcome);
  return {
    rules: outcome.answer.map(
      ({ level, requiredFrom, users, without }): LevelRule => ({
        level,
        name: ACCESS_LEVEL_NAMES[level],
        counts: levelCounts(users, without),
        from: requiredFrom ?? "",
      }),
    ),
    notices: await notSentNotice(signedIn),
  };
}

/** Changes the day of one level. */
export async function saveRule(request: Request) {
  const { form, signedIn } = await requireUserByForm(request);
  const level = ACCESS_LEVELS.find(
    (one) => one === form.get(RULE_FIELDS.level),
  );
  const typed = form.get(RULE_FIELDS.from);
  const from = typeof typed === "string" ? typed.trim() : "";
  if (!level) return refuse(400, { error: words.notALevel, level: null, from });
  const day = from === "" ? null : readRuleDay(from);
  if (from !== "" && day === null) {
    return refuse(400, { error: words.notADay, level, from });
  }
  const rule = { level, requiredFrom: day };
  const outcome = await signedIn.ask(setFactorRule, rule);
  if (outcome.kind === "failure") {
    const error = failureWords(outcome);
    return refuse(refusalStatus(outcome), { error, level, from });
  }
  const text = ruleSaved(ACCESS_LEVEL_NAMES[level], day);
  const notice = { tone: "success", text } as const;
  return redirectWithNotice(signedIn, factorRules, notice, 303);
}

function refuse(status: number, answer: RuleAnswer) {
  return json(answer, { status });
}
