import { useActionData, useLoaderData } from "@remix-run/react";
import { LONGEST_CAUSE } from "../rules/problems";
import { reviewWords } from "../rules/words";
import { reviewCausesPath } from "~/review-paths";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DangerButton } from "~/ui/danger-button";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/page-head";
import { PageForm } from "~/ui/page-form";
import { DataTable } from "~/ui/table";
import { UnsentLine } from "~/ui/unsent-line";
import type { loadCauses, CausesAnswer } from "./causes.server";

const { causes: words } = reviewWords;

export function CausesScreen() {
  const { causes, text, unsent, crumbs } = useLoaderData<typeof loadCauses>();
  const answer = useActionData<CausesAnswer>() ?? null;
  const error = answer?.error ?? null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={crumbs} title={words.title}>
        <p className="mt-1 max-w-prose text-sm text-muted">{words.about}</p>
      </PageHead>
      <Card headingId="add-heading" heading={words.add}>
        <PageForm
          // An added cause leaves the field empty.
          key={causes.length}
          method="post"
          action={reviewCausesPath}
          aria-label={words.add}
          className="max-w-form space-y-3"
        >
          <UnsentLine unsent={unsent} />
          <ErrorSummary
            errors={error === null ? [] : [{ text: error, fieldId: "text" }]}
            attempt={answer}
          />
          <TextField
            id="text"
            name="text"
            label={words.text}
            error={error}
            defaultValue={answer?.text ?? text}
            maxLength={LONGEST_CAUSE}
            autoComplete="off"
          />
          <Button variant="primary">{words.add}</Button>
        </PageForm>
      </Card>
      <Card headingId="causes-heading" heading={words.list}>
        <DataTable
          id="causes"
          title={words.list}
          rows={causes}
          rowKey={(cause) => cause.id}
          columns={[
            {
              key: "text",
              label: words.column,
              cell: (cause) => cause.text,
            },
            {
              key: "author",
              label: words.added,
              cell: ({ author }) => author ?? words.builtIn,
            },
            {
              key: "end",
              label: <span className="sr-only">{words.end}</span>,
              labelText: words.end,
              cell: ({ id, text: cause, author }) =>
                author === null ? null : (
                  <PageForm
                    method="post"
                    action={reviewCausesPath}
                    aria-label={`${words.end}: ${cause}`}
                  >
                    <input type="hidden" name="end" value={id} />
                    <DangerButton aria-label={`${words.end}: ${cause}`}>
                      {words.end}
                    </DangerButton>
                  </PageForm>
                ),
            },
          ]}
        />
      </Card>
    </div>
  );
}
