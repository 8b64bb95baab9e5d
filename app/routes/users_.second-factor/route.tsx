import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ruleWords as words } from "~/features/second-factor/rules/rule-words";
import { titled } from "~/features/shell/page-title";
import { useShellData } from "~/features/shell/shell-data";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { LevelForm } from "~/features/second-factor/rule-page/level-form";
import {
  fromId,
  type RuleAnswer,
} from "~/features/second-factor/rule-page/rule-form";
import {
  loadRules,
  saveRule,
} from "~/features/second-factor/rule-page/rules.server";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadRules(request);
}

export async function action({ request }: ActionFunctionArgs) {
  return saveRule(request);
}

export const meta = titled(words.title);

/** From when each access level needs a second factor. */
export default function FactorRulesRoute() {
  const { rules } = useLoaderData<typeof loader>();
  const answer = useActionData<RuleAnswer>() ?? null;
  const csrfToken = useShellData()?.csrfToken ?? null;
  const problem = answer && {
    text: answer.error,
    ...(answer.level && { fieldId: fromId(answer.level) }),
  };
  return (
    <div className="grid min-w-0 max-w-prose grid-cols-1 gap-4">
      <div className="min-w-0">
        <LinkButton
          variant="quiet"
          // In one line it is wider than a phone once its text has twice the size.
          className="-ml-2 max-w-full !whitespace-normal"
          to={paths.users}
        >
          {words.back}
        </LinkButton>
        <h1 className="text-2xl font-semibold">{words.title}</h1>
      </div>
      <ErrorSummary errors={problem ? [problem] : []} attempt={answer} />
      <Card headingId="factor-rules-heading" heading={words.heading}>
        <p className="mb-3 text-sm text-muted">
          {words.sentence} {words.empty}
        </p>
        <ul className="space-y-4">
          {rules.map((rule) => (
            <li key={rule.level}>
              <LevelForm
                // A day that was saved is another one.
                key={rule.from}
                rule={rule}
                answer={answer?.level === rule.level ? answer : null}
                csrfToken={csrfToken}
              />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
