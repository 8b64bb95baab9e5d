import { LONGEST_TEXT } from "./rules/problems";
import { reviewWords } from "./rules/words";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { FactList } from "~/ui/fact-list";
import { Field, TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import { UnsentLine } from "~/ui/unsent-line";
import { FORM, type Amendment } from "./form-values";
import type { ReviewView } from "./load-review.server";
import type { ReviewAnswer } from "./save-review.server";

const { form: words, does, hints } = reviewWords;

export function WholeReview({
  view,
  answer,
}: {
  view: ReviewView;
  answer: ReviewAnswer | null;
}) {
  const { amendments, signedBy, history, version } = view;
  return (
    <>
      {version === 0 ? (
        <Beginning view={view} />
      ) : (
        <>
          {view.sections.map((section) => (
            <SectionCard key={section.id} section={section} />
          ))}
          {signedBy === null ? null : (
            <p className="text-sm">
              {words.signedBy} {signedBy}
            </p>
          )}
          {amendments.length === 0 ? null : (
            <Card headingId="amendments-heading" heading={words.amendments}>
              <ul className="space-y-3">
                {amendments.map(({ text, by }, at) => (
                  // Two versions may share a second.
                  <li key={at}>
                    <p className="max-w-prose whitespace-pre-line">{text}</p>
                    <p className="text-sm text-muted">{by}</p>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </>
      )}
      <Actions view={view} answer={answer} />
      {history.length === 0 ? null : (
        <Card
          headingId="history-heading"
          heading={words.history}
          className="print:hidden"
        >
          <details>
            <summary className="min-h-6 cursor-pointer text-sm text-accent">
              {words.whoChanged}
            </summary>
            <ol className="mt-2 space-y-3 text-sm">
              {history.map(({ text, answers }, at) => (
                // Two changes may be said in the same words.
                <li key={at}>
                  <p>{text}</p>
                  {answers.length === 0 ? null : <FactList facts={answers} />}
                </li>
              ))}
            </ol>
          </details>
        </Card>
      )}
    </>
  );
}

function Beginning({ view }: { view: ReviewView }) {
  return view.mayWrite ? (
    <p>
      <LinkButton
        variant="primary"
        to={view.firstStepHref}
        className="max-w-full !whitespace-normal"
      >
        {words.begin}
      </LinkButton>
    </p>
  ) : (
    <p className="text-sm text-muted">{words.notBegun}</p>
  );
}

function SectionCard({
  section: { id, title, href, answers },
}: {
  section: ReviewView["sections"][number];
}) {
  return (
    <Card
      headingId={`${id}-heading`}
      heading={title}
      actions={
        href === null ? null : (
          <LinkButton
            to={href}
            variant="quiet"
            aria-label={`${words.change}: ${title}`}
          >
            {words.change}
          </LinkButton>
        )
      }
    >
      {answers.length === 0 ? (
        <p className="text-sm text-muted">{words.unsaid}</p>
      ) : (
        <FactList facts={answers} />
      )}
    </Card>
  );
}

function Actions({
  view: { path, actions, missing, version, amendment, unsent },
  answer,
}: {
  view: ReviewView;
  answer: ReviewAnswer | null;
}) {
  if (actions.length === 0) return null;
  return (
    <Card
      headingId="actions-heading"
      heading={words.actions}
      // It would be empty on paper.
      className="print:hidden"
    >
      {actions.map((action) =>
        action === "review" && missing.length > 0 ? (
          <div key={action} className="space-y-3">
            <p className="text-sm">{words.missing}</p>
            <ul className="pl-3 text-sm">
              {missing.map(({ text, href }) => (
                <li key={href}>
                  <PageLink to={href} className={TEXT_LINK}>
                    {text}
                  </PageLink>
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <PageForm
            key={action}
            method="post"
            action={path}
            aria-label={does[action]}
            className="space-y-3"
          >
            <input type="hidden" name={FORM.version} value={version} />
            <input type="hidden" name={FORM.task} value={action} />
            {action === "amend" ? (
              <AmendmentFields
                amendment={answer?.amendment ?? amendment}
                errors={answer?.fieldErrors ?? {}}
                unsent={unsent}
              />
            ) : (
              <p className="text-sm text-muted">{hints[action]}</p>
            )}
            <Button variant="primary" className="max-w-full !whitespace-normal">
              {does[action]}
            </Button>
          </PageForm>
        ),
      )}
    </Card>
  );
}

function AmendmentFields({
  amendment: { text, doneOn },
  errors,
  unsent,
}: {
  amendment: Amendment;
  errors: ReviewAnswer["fieldErrors"];
  unsent: string | null;
}) {
  return (
    <>
      <UnsentLine unsent={unsent} />
      <Field
        id={FORM.amendment}
        label={words.amendment}
        hint={words.amendHint}
        error={errors[FORM.amendment] ?? null}
      >
        {(control) => (
          <textarea
            {...control}
            name={FORM.amendment}
            rows={3}
            maxLength={LONGEST_TEXT}
            defaultValue={text}
          />
        )}
      </Field>
      <TextField
        id={FORM.doneOn}
        name={FORM.doneOn}
        label={words.amendDone}
        error={errors[FORM.doneOn] ?? null}
        defaultValue={doneOn}
        type="date"
      />
    </>
  );
}
