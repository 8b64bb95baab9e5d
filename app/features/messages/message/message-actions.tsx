import { feedWords } from "../rules/feed-words";
import type { MessageAction } from "../rules/message-states";
import { Button, LinkButton } from "~/ui/button";
import { DangerButton } from "~/ui/danger-button";
import { PageForm } from "~/ui/page-form";
import type { MessageView } from "./message.server";

const { message: words, messages } = feedWords;

export function MessageActions({
  view: { path, actions, mapHref },
}: {
  view: Pick<MessageView, "path" | "actions" | "mapHref">;
}) {
  return (
    <div className="space-y-3">
      {mapHref === null ? null : (
        <p>
          <LinkButton variant="primary" to={mapHref}>
            {messages.map}
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
