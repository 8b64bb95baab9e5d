import type { AccessLevel } from "~/domain/access/ranks";
import { ruleWords as words } from "../rules/rule-words";
import { useOneSending } from "~/ui/use-one-sending";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageForm } from "~/ui/page-form";
import { PageLink } from "~/ui/page-link";

export interface LevelRule {
  level: AccessLevel;
  name: string;
  counts: string;
  withoutHref: string | null;
  /** `yyyy-MM-dd`; empty where it needs none. */
  from: string;
}

export interface RulesAnswer {
  error?: string;
  fieldErrors: Partial<Record<AccessLevel, string>>;
  typed: Partial<Record<AccessLevel, string>>;
}

export function fromField(level: AccessLevel): string {
  return `requiredFrom-${level}`;
}

export function openedField(level: AccessLevel): string {
  return `opened-${level}`;
}

export function RulesForm({
  rules,
  answer,
}: {
  rules: readonly LevelRule[];
  answer: RulesAnswer | null;
}) {
  const { isSending, onSubmit } = useOneSending();
  return (
    <PageForm
      method="post"
      aria-label={words.heading}
      className="space-y-4"
      onSubmit={onSubmit}
    >
      {rules.map(({ level, name, counts, withoutHref, from }) => (
        // A day that was saved is another one.
        <div key={`${level} ${from}`}>
          <input type="hidden" name={openedField(level)} value={from} />
          <TextField
            id={fromField(level)}
            type="date"
            name={fromField(level)}
            label={`${name}: needed from`}
            hint={
              withoutHref === null ? (
                counts
              ) : (
                <PageLink to={withoutHref} className={TEXT_LINK}>
                  {counts}
                </PageLink>
              )
            }
            error={answer?.fieldErrors[level] ?? null}
            defaultValue={answer?.typed[level] ?? from}
          />
        </div>
      ))}
      <Button variant="primary" aria-disabled={isSending}>
        Save
      </Button>
    </PageForm>
  );
}
