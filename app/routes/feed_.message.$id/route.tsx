import { paths } from "~/paths";
import { useActionData, useLoaderData } from "@remix-run/react";
import { feedWords } from "~/features/messages/rules/feed-words";
import { titled } from "~/features/shell/page-title";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/states";
import { ErrorSummary } from "~/ui/error-summary";
import {
  loadMessage,
  type MessageView,
  treatMessage,
} from "~/features/messages/message/message.server";
import type { MessageAction } from "~/features/messages/rules/message-states";
import { Button, LinkButton } from "~/ui/button";
import { DangerButton } from "~/ui/danger-button";
import { PageForm } from "~/ui/page-form";

export { links } from "~/reports-and-users-sheet";

const { message: words } = feedWords;

export { loadMessage as loader, treatMessage as action };

export const meta = titled(words.title);

export default function MessageRoute() {
  const view = useLoaderData<typeof loadMessage>();
  const answer = useActionData<{ error: string }>() ?? null;
  const hasActions = view.actions.length > 0 || view.mapHref !== null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div>
        <Breadcrumbs
          crumbs={[
            { label: feedWords.title, href: paths.feed },
            { label: `${words.title} ${view.id}`, current: true },
          ]}
        />
        <h1 className="text-2xl font-semibold">
          {words.title} {view.id}
        </h1>
      </div>
      <ErrorSummary
        errors={answer ? [{ text: answer.error }] : []}
        attempt={answer}
      />
      <Card headingId="facts-heading" heading={words.factsTitle}>
        <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
          {view.facts.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {hasActions ? (
        <Card headingId="actions-heading" heading={words.actions}>
          <MessageActions view={view} />
        </Card>
      ) : null}
      <Card headingId="text-heading" heading={words.text}>
        <MessageText segments={view.segments} />
      </Card>
    </div>
  );
}

function MessageText({ segments }: Pick<MessageView, "segments">) {
  if (!segments) return <EmptyState message={words.deleted} isBrief />;
  return (
    <>
      <p className="mb-3 text-sm text-muted">{words.audited}</p>
      <ol className="space-y-3">
        {segments.map(({ name, about, text: line }, at) => (
          // Segments of one name follow each other, and none has an id.
          <li key={at}>
            {name === "" ? null : (
              <p className="text-sm font-semibold">
                {name}
                {about === "" ? "" : `, ${about}`}
              </p>
            )}
            <code className="block whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
              {line}
            </code>
          </li>
        ))}
      </ol>
    </>
  );
}

function MessageActions({
  view: { path, actions, mapHref },
}: {
  view: Pick<MessageView, "path" | "actions" | "mapHref">;
}) {
  return (
    <div className="space-y-3">
      {mapHref === null ? null : (
        <p>
          <LinkButton variant="primary" to={mapHref}>
            {feedWords.messages.map}
          </LinkButton>
        </p>
      )}
      {actions.map((action) => (
        <PageForm
          key={action}
          method="post"
          action={path}
          aria-label={words[action]}
          className="flex flex-wrap items-center gap-x-3 gap-y-1"
        >
          <input type="hidden" name="task" value={action} />
          <ActionButton action={action} />{" "}
          {action === "drop" ? (
            <span className="text-sm text-muted">{words.dropHint}</span>
          ) : null}
        </PageForm>
      ))}
    </div>
  );
}

function ActionButton({ action }: { action: MessageAction }) {
  const Kind = action === "drop" ? DangerButton : Button;
  return <Kind>{words[action]}</Kind>;
}
