import { useActionData, useLoaderData } from "@remix-run/react";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { ruleWords as words } from "~/features/second-factor/rules/rule-words";
import { titled } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary, fieldLines } from "~/ui/error-summary";
import {
  fromField,
  RulesForm,
  type RulesAnswer,
} from "~/features/second-factor/rule-page/rules-form";
import {
  loadRules,
  saveRules,
} from "~/features/second-factor/rule-page/rules.server";

export { links } from "~/reports-and-users-sheet";
export { loadRules as loader, saveRules as action };

export const meta = titled(words.title);

export default function FactorRulesRoute() {
  const { rules } = useLoaderData<typeof loadRules>();
  const answer = useActionData<RulesAnswer>() ?? null;
  const problems = [
    ...(answer?.error ? [{ text: answer.error }] : []),
    ...fieldLines(ACCESS_LEVELS, answer?.fieldErrors ?? {}, fromField),
  ];
  return (
    <div className="grid min-w-0 max-w-prose grid-cols-1 gap-4">
      <div className="min-w-0">
        <LinkButton
          variant="quiet"
          // Wraps, because one line is wider than a phone at 200 % text size.
          className="-ml-2 max-w-full !whitespace-normal"
          to={paths.users}
        >
          Back to users
        </LinkButton>
        <h1 className="text-2xl font-semibold">{words.title}</h1>
      </div>
      <ErrorSummary errors={problems} attempt={answer} />
      <Card headingId="factor-rules-heading" heading={words.heading}>
        <p className="mb-3 text-sm text-muted">
          From this date, users at this level also need a code from a phone app
          to log in. Users without one set it up at their next login. Leave it
          blank if not needed.
        </p>
        <RulesForm rules={rules} answer={answer} />
      </Card>
    </div>
  );
}
