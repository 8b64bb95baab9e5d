import { useLoaderData } from "@remix-run/react";
import { feedWords as words } from "~/features/messages/rules/feed-words";
import { titledAsLoaded } from "~/features/shell/page-title";
import { senderPath } from "~/message-paths";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { PagedList } from "~/ui/paged-list";
import { DataTable } from "~/ui/table";
import {
  loadFeed,
  type FeedView,
} from "~/features/messages/list/load-feed.server";
import {
  MessageFilterForm,
  MESSAGE_COLUMNS,
  ReasonCounts,
  SENDER_COLUMNS,
} from "~/features/messages/list/list";

export { links } from "~/reports-and-users-sheet";

const TABLE_ID = "messages";
const RESULT_ID = "found";

export { loadFeed as loader };

export const meta = titledAsLoaded(words.title);

export default function FeedRoute() {
  const { view, crumbs } = useLoaderData<typeof loadFeed>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={crumbs} title={words.title}>
        <p className="mt-1 max-w-prose text-sm text-muted">{words.about}</p>
      </PageHead>
      <Card headingId="messages-heading" heading={view.heading}>
        <Messages view={view} />
      </Card>
      <Card
        headingId="senders-heading"
        heading={words.senders.title}
        actions={<LinkButton to={senderPath()}>{words.senders.add}</LinkButton>}
      >
        <ListStates
          list={view.senders}
          href={view.href}
          empty={words.messages.empty}
        >
          {({ rows }) => (
            <DataTable
              id="senders"
              title={words.senders.title}
              columns={SENDER_COLUMNS}
              rows={rows}
              rowKey={({ sender, facility }) => `${sender} ${facility}`}
              blocksBelow="1024px"
            />
          )}
        </ListStates>
      </Card>
    </div>
  );
}

function Messages({ view }: { view: FeedView }) {
  const { messages, heading, filters, isFiltered, canFilter, counts } = view;
  return (
    <>
      {canFilter ? (
        <MessageFilterForm
          filters={filters}
          isFiltered={isFiltered}
          resultId={RESULT_ID}
        />
      ) : null}
      <div id={RESULT_ID}>
        <ReasonCounts counts={counts} resultId={RESULT_ID} />
        <PagedList
          id={TABLE_ID}
          list={messages}
          pages={view}
          words={words.messages}
          title={heading}
          columns={MESSAGE_COLUMNS}
          rowKey={({ id }) => id}
          blocksBelow="1024px"
        />
      </div>
    </>
  );
}
