import { paths } from "~/paths";
import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { feedWords } from "~/features/messages/rules/feed-words";
import { pageTitle } from "~/features/shell/page-title";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import {
  loadSender,
  saveSender,
} from "~/features/messages/sender/sender.server";
import {
  EndSenderForm,
  SenderForm,
} from "~/features/messages/sender/sender-form";
import type {
  SenderAnswer,
  SenderView,
} from "~/features/messages/sender/sender-form";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadSender(request);
}

export async function action({ request }: ActionFunctionArgs) {
  return saveSender(request);
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  { title: pageTitle(matches, titleOf(data)) },
];

export default function SenderRoute() {
  const view = useLoaderData<typeof loader>();
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
