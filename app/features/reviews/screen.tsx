import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { reviewWords as words } from "./rules/words";
import { PageHead } from "~/ui/page-head";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import { Chip } from "~/ui/chip";
import { ErrorSummary } from "~/ui/error-summary";
import { FactList } from "~/ui/fact-list";
import type { loadReview, ReviewView } from "./load-review.server";
import type { ReviewAnswer } from "./save-review.server";
import { STEP_HEADING_ID, StepForm } from "./step-form";
import { WholeReview } from "./whole-review";

export function ReviewScreen() {
  const view = useLoaderData<typeof loadReview>();
  const answer = useActionData<ReviewAnswer>() ?? null;
  const { pathname, search } = useLocation();
  const { step } = view;
  return (
    <div className="cards-page mx-auto grid w-full min-w-0 max-w-prose grid-cols-1 gap-4">
      <Head view={view} answer={answer} />
      {step ? (
        <>
          <section
            aria-labelledby={STEP_HEADING_ID}
            className="rounded border border-hairline bg-paper p-4"
          >
            <StepForm
              // Remount when the version changes, so the fields show the new answers.
              key={`${step.id} ${(answer?.form ?? step).version}`}
              step={step}
              action={pathname + search}
              answer={answer}
              unsent={view.unsent}
            />
          </section>
          <p>
            <LinkButton
              to={step.wholeHref}
              variant="quiet"
              className="max-w-full !whitespace-normal"
            >
              {words.form.leave}
            </LinkButton>
          </p>
        </>
      ) : (
        <WholeReview key={view.version} view={view} answer={answer} />
      )}
    </div>
  );
}

function Head({
  view,
  answer,
}: {
  view: ReviewView;
  answer: ReviewAnswer | null;
}) {
  const { name, state, stateText, isOverdue, isKnown } = view;
  const { facts, step } = view;
  return (
    <>
      <PageHead
        crumbs={[
          { label: words.title, href: view.listHref },
          { label: words.one, current: true },
        ]}
        title={words.one}
        name={name}
        aside={
          <p>
            {state === "open" ? (
              // A quiet chip would not be seen on the wash of the page.
              <span className="text-sm text-muted">{stateText}</span>
            ) : (
              <Chip tone="good">{stateText}</Chip>
            )}{" "}
            {isOverdue ? <Chip tone="warn">{words.overdue}</Chip> : null}
          </p>
        }
      >
        <PageLink to={view.notices.href} className={TEXT_LINK}>
          {view.notices.text}
        </PageLink>
        {isKnown ? null : <p className="mt-1 text-sm">{words.form.gone}</p>}
      </PageHead>
      {/* Stands above the facts: on a phone nobody would see it below them. */}
      <ErrorSummary errors={answer?.errors ?? []} attempt={answer} />
      {step ? (
        <dl className="flex flex-wrap gap-x-4 text-sm text-muted">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="inline">{label}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Card
          headingId="facts-heading"
          heading={words.form.facts}
          actions={
            view.residentHref === null ? null : (
              <LinkButton
                to={view.residentHref}
                variant="quiet"
                className="max-w-full !whitespace-normal"
              >
                {words.form.resident}
              </LinkButton>
            )
          }
        >
          <FactList facts={facts} />
        </Card>
      )}
    </>
  );
}
