import { useActionData, useLoaderData } from "@remix-run/react";
import { groupPageWords as words } from "~/features/groups/rules/page-words";
import { userTitles } from "~/features/users/rules/titles";
import { titled } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { LinkButton } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { DangerButton } from "~/ui/danger-button";
import { ErrorSummary } from "~/ui/error-summary";
import { useNavigationNow } from "~/ui/navigation";
import { PageForm } from "~/ui/page-form";
import { groups } from "~/user-paths";
import {
  loadRemoval,
  removeGroup,
  type RemovalAnswer,
} from "~/features/groups/remove/remove-group.server";

export { links } from "~/reports-and-users-sheet";

export { loadRemoval as loader, removeGroup as action };

export const meta = titled(words.removeTitle);

/** Asks whether a group is really to be removed from the table, and names it (R447). */
export default function RemoveGroupRoute() {
  const group = useLoaderData<typeof loadRemoval>();
  const answer = useActionData<RemovalAnswer>() ?? null;
  const isSending = useNavigationNow().state === "submitting";
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: userTitles.all, href: paths.users },
          { label: words.title, href: groups },
          { label: words.removeTitle, current: true },
        ]}
      />
      <h1 className="mb-4 text-2xl font-semibold">{words.removeTitle}</h1>
      <div className="max-w-prose space-y-4 rounded border border-hairline bg-paper p-4">
        <ErrorSummary
          errors={answer && !isSending ? [{ text: answer.error }] : []}
          attempt={answer}
        />
        <p>{words.confirm}</p>
        <dl className="grid grid-cols-1 gap-x-4 gap-y-1 rounded bg-wash p-3 sm:grid-cols-[auto_1fr]">
          <Fact label={words.name} value={group.name} />
          {group.label === "" ? null : (
            <Fact label={words.label} value={group.label} />
          )}
          <Fact label={words.level} value={group.level} />
          <Fact label={words.location} value={group.location} />
          <Fact
            label={words.isnp}
            value={group.isnpOnly ? words.yes : words.no}
          />
        </dl>
        {group.isOfManagers ? <p>{words.managersLose}</p> : null}
        <p>{words.afterChange}</p>
        <PageForm
          method="post"
          aria-label={words.removeTitle}
          className="flex flex-wrap justify-end gap-2"
          onSubmit={(event) => {
            if (isSending) event.preventDefault();
          }}
        >
          <CsrfField />
          <LinkButton to={groups}>{words.cancel}</LinkButton>{" "}
          <DangerButton aria-disabled={isSending}>
            {words.removeGroup}
          </DangerButton>
        </PageForm>
      </div>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0 font-medium">{value}</dd>
    </>
  );
}
