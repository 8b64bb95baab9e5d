import { ruleWords as words } from "~/features/second-factor/rules/rule-words";
import { useOneSending } from "~/features/second-factor/use-one-sending";
import { Button } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import {
  fromId,
  RULE_FIELDS,
  type LevelRule,
  type RuleAnswer,
} from "./rule-form";

/** The day from which one access level needs a second factor. */
export function LevelForm({
  rule: { level, name, counts, from },
  answer,
  csrfToken,
}: {
  rule: LevelRule;
  answer: RuleAnswer | null;
  csrfToken: string | null;
}) {
  const { isSending, onSubmit } = useOneSending();
  return (
    <PageForm
      method="post"
      aria-label={name}
      className="flex flex-wrap items-end gap-3"
      onSubmit={onSubmit}
    >
      <CsrfField token={csrfToken} />
      <input type="hidden" name={RULE_FIELDS.level} value={level} />
      <div className="min-w-0 flex-1 basis-64">
        <TextField
          id={fromId(level)}
          type="date"
          name={RULE_FIELDS.from}
          label={`${name}: ${words.from.toLowerCase()}`}
          hint={counts}
          error={answer?.error ?? null}
          defaultValue={answer?.from ?? from}
        />
      </div>
      <Button aria-disabled={isSending}>
        {words.save}
        <span className="sr-only"> {name}</span>
      </Button>
    </PageForm>
  );
}
