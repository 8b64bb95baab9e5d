import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { idParam } from "~/contract/wire";
import type { Outcome } from "~/data/call.server";
import { noticesOf, panelOf } from "~/data/panel.server";
import { administrationCrumbs } from "~/features/shell/navigation/first-crumbs";
import { auditTimeText } from "~/features/audit/rules/event-words";
import { feedWords as words } from "../rules/feed-words";
import {
  isListed,
  MESSAGE_REASON_NAMES,
  MESSAGE_REASONS,
  MESSAGE_STATUS_NAMES,
  MESSAGE_STATUSES,
  messagesTitle,
} from "../rules/message-states";
import { LONGEST_SENDER_NAME } from "../rules/sender-rules";
import type { ListState } from "~/ui/list-states";
import { formatCount } from "~/domain/number-format";
import { mapPath, messagePath, senderPath } from "~/message-paths";
import { paths, withSearch } from "~/paths";
import { facilityNamer } from "~/session/facility-names.server";
import { requireScreen } from "~/session/screen.server";
import {
  listFeedMessages,
  listSenders,
  type FeedMessage,
  type Sender,
} from "~server/messages/service";

const text = z.string().max(LONGEST_SENDER_NAME);

/** Ignores what cannot be used. */
const feedQuery = z.object({
  status: z.enum(MESSAGE_STATUS_NAMES).nullable().catch(null),
  reason: z.enum(MESSAGE_REASON_NAMES).nullable().catch(null),
  sender: text.min(1).nullable().catch(null),
  before: idParam.nullable().catch(null),
});

export type MessageFilters = Omit<z.infer<typeof feedQuery>, "before">;
export type FeedView = Awaited<ReturnType<typeof loadFeed>>["view"];
export type MessageLine = ReturnType<typeof messageLine>;
export type SenderLine = ReturnType<typeof senderLine>;

type FeedList<Line> = ListState<{ rows: Line[] }>;

export async function loadFeed({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { searchParams: search } = new URL(request.url);
  const { before, ...filters } = feedQuery.parse({
    status: search.get("status"),
    reason: search.get("reason"),
    sender: search.get("sender"),
    before: search.get("before"),
  });
  const query = {
    status: filters.status ?? undefined,
    reason: filters.reason ?? undefined,
    sender: filters.sender ?? undefined,
    before: before ?? undefined,
  };
  const [senders, messages, facilityName] = await Promise.all([
    signedIn.ask(listSenders, {}),
    signedIn.ask(listFeedMessages, query),
    facilityNamer(signedIn),
  ]);
  const isFiltered = Object.values(filters).some((value) => value !== null);
  const { next, counts } =
    messages.kind === "data" ? messages.answer : NO_MESSAGES;
  const view = {
    senders: sendersOf(senders, facilityName),
    messages: messagesOf(messages, { isFiltered, before }),
    heading: messagesTitle(filters.status),
    filters,
    isFiltered,
    canFilter: messages.kind === "data",
    addHref: senderPath(),
    counts: countsOf(counts, filters),
    href: hrefOf(filters, before),
    olderHref: next === null ? null : hrefOf(filters, next),
    newestHref: before === null ? null : hrefOf(filters, null),
  };
  const notices = [...noticesOf(view.senders), ...noticesOf(view.messages)];
  return { view, crumbs: administrationCrumbs(words.title), notices };
}

const NO_MESSAGES = { next: null, counts: [] };

function hrefOf(filters: MessageFilters, before: number | null): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, before })) {
    if (value !== null) search.set(name, String(value));
  }
  return withSearch(paths.feed, search);
}

function sendersOf(
  outcome: Outcome<{ senders: readonly Sender[] }>,
  facilityName: (id: number) => string,
): FeedList<SenderLine> {
  const panel = panelOf(
    outcome,
    { systemError: words.senders.failed },
    ({ senders }) => senders,
  );
  if (panel.state === "error") {
    return { state: "error", message: panel.message };
  }
  const senders = panel.state === "empty" ? [] : panel.data;
  if (senders.length === 0) {
    return { state: "empty", message: words.senders.none };
  }
  return {
    state: "data",
    rows: senders.map((sender) => senderLine(sender, facilityName)),
  };
}

function senderLine(
  { sender, facility, role, facility_id, codes }: Sender,
  facilityName: (id: number) => string,
) {
  return {
    key: JSON.stringify([sender, facility]),
    sender: sender || words.senders.noName,
    facility: facility || words.senders.noName,
    role: words.roles[role],
    place:
      facility_id === null
        ? words.senders.anyFacility
        : facilityName(facility_id),
    codes,
    href: senderPath({ sender, facility }),
  };
}

function messagesOf(
  outcome: Outcome<{ messages: readonly FeedMessage[] }>,
  { isFiltered, before }: { isFiltered: boolean; before: number | null },
): FeedList<MessageLine> {
  const panel = panelOf(
    outcome,
    { systemError: words.messages.failed },
    ({ messages }) => messages,
  );
  switch (panel.state) {
    case "error":
      return { state: "error", message: panel.message };
    case "empty":
      return { state: "empty", message: words.messages.nothingYet };
    case "data": {
      const rows = panel.data.map(messageLine);
      if (rows.length > 0) return { state: "data", rows };
      if (before !== null) return { state: "empty" };
      const { empty, noneOfFilter } = words.messages;
      return { state: "empty", message: isFiltered ? noneOfFilter : empty };
    }
  }
}

function messageLine(message: FeedMessage) {
  const { id, received_at, type, sender, facility, status, reason } = message;
  const reasonWords = reason && MESSAGE_REASONS[reason];
  return {
    id,
    received: received_at,
    ...auditTimeText(received_at),
    type,
    sender: [sender, facility].filter(Boolean).join(", "),
    status: MESSAGE_STATUSES[status],
    why: reasonWords?.why ?? "",
    todo: reasonWords?.todo ?? "",
    href: messagePath(id),
    mapHref: mapPath(message),
  };
}

/** The counts are of all senders, so a list of one sender has none. */
function countsOf(
  counts: readonly { reason: FeedMessage["reason"]; count: number }[],
  { status, reason: asked, sender }: MessageFilters,
) {
  if (sender !== null) return [];
  return counts
    .filter(({ reason }) => isListed(reason, status))
    .sort((one, other) => other.count - one.count)
    .map(({ reason, count }) => {
      const why = reason
        ? MESSAGE_REASONS[reason].why
        : words.messages.noReason;
      return {
        text: `${why}: ${formatCount(count)}`,
        href: reason === null ? null : hrefOf({ status, reason, sender }, null),
        isShown: reason !== null && reason === asked,
      };
    });
}
