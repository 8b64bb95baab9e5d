import { paths } from "~/paths";
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { feedWords } from "~/features/messages/rules/feed-words";
import { pageTitle } from "~/features/shell/page-title";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import {
  loadSender,
  saveSender,
  type SenderAnswer,
  type SenderView,
} from "~/features/messages/sender/sender.server";
import {
  EndSenderForm,
  SenderForm,
} from "~/features/messages/sender/sender-form";

export { links } from "~/reports-and-users-sheet";

export { loadSender as loader, saveSender as action };

export const meta: MetaFunction<typeof loadSender> = ({ matches, data }) => [
  { title: pageTitle(matches, titleOf(data)) },
];

export default function SenderRoute() {
  const view = useLoaderData<typeof loadSender>();
  const answer = useActionData<SenderAnswer>() ?? null;
  const { pathname, search } = useLocation();
  const action = pathname + search;
  const title = titleOf(view);
  const { version } = answer?.form ?? view;
  return (
    <div className="mx-auto w-full max-w-drawer space-y-4">
      <Breadcrumbs
        crumbs={[
          { label: feedWords.title, href: paths.feed },
          { label: title, current: true },
        ]}
      />
      <h1 className="text-2xl font-semibold">{title}</h1>
      <div className="rounded border border-hairline bg-paper p-4">
        <SenderForm
          // Remount when the version changes, so the fields show the new answers.
          key={`${action} ${version}`}
          view={view}
          action={action}
          answer={answer}
        />
      </div>
      {view.version === null ? null : (
        <div className="rounded border border-hairline bg-paper p-4">
          <EndSenderForm view={{ ...view, version }} action={action} />
        </div>
      )}
    </div>
  );
}

function titleOf(view: SenderView | undefined): string {
  const { newTitle, changeTitle } = feedWords.form;
  return view && view.version !== null ? changeTitle : newTitle;
}
