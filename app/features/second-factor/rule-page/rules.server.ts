import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { answerOf } from "~/data/call-failure.server";
import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { isIsoDay } from "~/domain/calendar";
import { textIn } from "~/domain/form-texts";
import { readRuleDay } from "../rules/factor-rule";
import { levelCounts, ruleSaved } from "../rules/rule-words";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import type { LoginFilter } from "~/features/users/rules/list-words";
import { requireUserByForm } from "~/http/guarded-form.server";
import { refusalAtFields } from "~/http/refused-form.server";
import { paths, withQuery } from "~/paths";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { factorRules } from "~/user-paths";
import { listFactorRules, setFactorRules } from "~server/users/service";
import {
  fromField,
  openedField,
  type LevelRule,
  type RulesAnswer,
} from "./rules-form";

const WITHOUT_FACTOR: LoginFilter = "no-factor";

export async function loadRules({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const rules = answerOf(await signedIn.ask(listFactorRules, {}));
  return {
    rules: rules.map(({ level, requiredFrom, users, without }): LevelRule => ({
      level,
      name: ACCESS_LEVEL_NAMES[level],
      counts: levelCounts(users, without),
      withoutHref:
        without === 0
          ? null
          : withQuery(paths.users, { level, login: WITHOUT_FACTOR }),
      from: requiredFrom ?? "",
    })),
    notices: await notSentNotice(signedIn),
  };
}

const LEVEL_FIELDS = Object.fromEntries(
  ACCESS_LEVELS.map((level) => [level, level]),
);

/** Sends only changed days, because somebody else may have changed the others. */
export async function saveRules({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const changed = ACCESS_LEVELS.filter((level) => {
    const typed = form.get(fromField(level));
    return typed !== null && typed !== form.get(openedField(level));
  });
  const textOf = (level: AccessLevel) => textIn(form, fromField(level)).trim();
  const typed = Object.fromEntries(
    changed.map((level) => [level, textOf(level)]),
  );
  const rules = changed.map((level) => ({
    level,
    requiredFrom: readRuleDay(textOf(level)),
    opened: readOpened(form.get(openedField(level))),
  }));
  const odd = rules.filter(
    ({ level, requiredFrom }) => requiredFrom === null && typed[level] !== "",
  );
  if (odd.length > 0) {
    const fieldErrors = Object.fromEntries(
      odd.map(({ level }) => [level, "Enter a day as mm/dd/yyyy"]),
    );
    return json<RulesAnswer>({ fieldErrors, typed }, { status: 400 });
  }
  const outcome = await signedIn.ask(setFactorRules, { rules });
  if (outcome.kind === "failure") {
    const { status, answer } = refusalAtFields(outcome, LEVEL_FIELDS);
    return json<RulesAnswer>({ ...answer, typed }, { status });
  }
  const saved = rules.map(({ level, requiredFrom }) =>
    ruleSaved(ACCESS_LEVEL_NAMES[level], requiredFrom),
  );
  const notice =
    saved.length > 0
      ? ({ tone: "success", text: saved.join(" ") } as const)
      : ({ tone: "info", text: "No date was changed." } as const);
  return redirectWithNotice(signedIn, factorRules, notice, 303);
}

/** Null for no day; undefined if the form does not say. */
function readOpened(sent: FormDataEntryValue | null) {
  if (sent === "") return null;
  return typeof sent === "string" && isIsoDay(sent) ? sent : undefined;
}
