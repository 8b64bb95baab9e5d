import { useActionData, useLoaderData } from "@remix-run/react";
import { loadRemoval, removeGroup } from "~/features/groups/groups.server";
import { groupPageWords as words } from "~/features/groups/rules/page-words";
import { titled } from "~/features/shell/page-title";
import { userTitles } from "~/features/users/rules/titles";
import { paths } from "~/paths";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { LinkButton } from "~/ui/button";
import { DangerButton } from "~/ui/danger-button";
import { ErrorSummary } from "~/ui/error-summary";
import { Facts } from "~/ui/facts";
import { PageForm } from "~/ui/page-form";
import { useOneSending } from "~/ui/use-one-sending";
import type { QuestionAnswer } from "~/ui/question-view";
import { groups } from "~/user-paths";

export { links } from "~/reports-and-users-sheet";
export { loadRemoval as loader, removeGroup as action };

export const meta = titled(words.removeTitle);

const CRUMBS = [
  { label: userTitles.all, href: paths.users },
  { label: words.title, href: groups },
  { label: words.removeTitle, current: true },
];

export default function RemoveGroupRoute() {
  const { facts, isOfManagers } = useLoaderData<typeof loadRemoval>();
  const answer = useActionData<QuestionAnswer>() ?? null;
  const { isSending, onSubmit } = useOneSending();
  return (
    <>
      <Breadcrumbs crumbs={CRUMBS} />
      <h1 className="mb-4 text-2xl font-semibold">{words.removeTitle}</h1>
      <div className="max-w-prose space-y-4 rounded border border-hairline bg-paper p-4">
        <ErrorSummary
          errors={answer ? [{ text: answer.error }] : []}
          attempt={answer}
        />
        <p>
          This removes the group from the table. Its users lose what it gives
          them:
        </p>
        <Facts facts={facts} />
        {isOfManagers ? <p>{words.managersLose}</p> : null}
        <p>{words.afterChange}</p>
        <PageForm
          method="post"
          aria-label={words.removeTitle}
          className="flex flex-wrap justify-end gap-2"
          onSubmit={onSubmit}
        >
          <LinkButton to={groups}>Cancel</LinkButton>{" "}
          <DangerButton aria-disabled={isSending}>Remove group</DangerButton>
        </PageForm>
      </div>
    </>
  );
}
