import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { idParam } from "~/contract/wire";
import { noticesOf, panelOf, rowsState, type Panel } from "~/data/panel.server";
import { administrationCrumbs } from "~/features/shell/navigation/first-crumbs";
import { auditTimeText } from "~/features/audit/rules/words";
import { feedWords as words } from "../rules/feed-words";
import {
  isListed,
  MESSAGE_REASON_NAMES,
  MESSAGE_REASONS,
  MESSAGE_STATUS_NAMES,
  messagesTitle,
} from "../rules/message-states";
import { LONGEST_SENDER_NAME } from "../rules/sender-rules";
import type { ListState } from "~/ui/list-states";
import { formatCount } from "~/domain/number-format";
import { paths, withQuery } from "~/paths";
import { facilityNamer } from "~/session/facility-names.server";
import { requireScreen } from "~/session/screen.server";
import {
  listFeedMessages,
  listSenders,
  type FeedMessage,
} from "~server/messages/service";

/** Ignores what cannot be used. */
const feedQuery = z.object({
  status: z.enum(MESSAGE_STATUS_NAMES).optional().catch(undefined),
  reason: z.enum(MESSAGE_REASON_NAMES).optional().catch(undefined),
  sender: z
    .string()
    .min(1)
    .max(LONGEST_SENDER_NAME)
    .optional()
    .catch(undefined),
  before: idParam.optional().catch(undefined),
});

export type MessageFilters = Omit<z.infer<typeof feedQuery>, "before">;
export type FeedView = Awaited<ReturnType<typeof loadFeed>>["view"];

export async function loadFeed({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { searchParams: search } = new URL(request.url);
  const { before, ...filters } = feedQuery.parse({
    status: search.get("status"),
    reason: search.get("reason"),
    sender: search.get("sender"),
    before: search.get("before"),
  });
  const [senders, messages, facilityName] = await Promise.all([
    signedIn.ask(listSenders, {}),
    signedIn.ask(listFeedMessages, { ...filters, before }),
    facilityNamer(signedIn),
  ]);
  const isFiltered = Object.values(filters).some(Boolean);
  const { empty, noneOfFilter, nothingYet } = words.messages;
  const none = isFiltered ? noneOfFilter : empty;
  const { next, counts } =
    messages.kind === "data" ? messages.answer : NO_MESSAGES;
  const view = {
    senders: listOf(
      panelOf(senders, { systemError: words.senders.failed }, (answer) =>
        answer.senders.map((sender) => ({
          ...sender,
          place:
            sender.facility_id === null
              ? words.senders.anyFacility
              : facilityName(sender.facility_id),
        })),
      ),
      words.senders.none,
    ),
    messages: listOf(
      panelOf(messages, { systemError: words.messages.failed }, (answer) =>
        answer.messages.map((message) => ({
          ...message,
          ...auditTimeText(message.received_at),
        })),
      ),
      messages.kind === "empty" ? nothingYet : before ? undefined : none,
    ),
    heading: messagesTitle(filters.status ?? null),
    filters,
    isFiltered,
    canFilter: messages.kind === "data",
    counts: countsOf(counts, filters),
    href: hrefOf(filters, before),
    olderHref: next === null ? null : hrefOf(filters, next),
    newestHref: before === undefined ? null : hrefOf(filters),
  };
  const notices = [...noticesOf(view.senders), ...noticesOf(view.messages)];
  return { view, crumbs: administrationCrumbs(words.title), notices };
}

const NO_MESSAGES = { next: null, counts: [] };

function hrefOf(filters: MessageFilters, before?: number): string {
  return withQuery(paths.feed, { ...filters, before });
}

/** @param message why it is empty */
function listOf<Row>(
  panel: Panel<Row[]>,
  message?: string,
): ListState<{ rows: Row[] }> {
  const rows = panel.state === "data" ? panel.data : [];
  return { ...(message && { message }), ...rowsState(panel, rows) };
}

/** The counts are of all senders, so a list of one sender has none. */
function countsOf(
  counts: readonly { reason: FeedMessage["reason"]; count: number }[],
  { status, reason: asked, sender }: MessageFilters,
) {
  if (sender !== undefined) return [];
  return counts
    .filter(({ reason }) => isListed(reason, status ?? null))
    .sort((one, other) => other.count - one.count)
    .map(({ reason, count }) => {
      const why = reason
        ? MESSAGE_REASONS[reason].why
        : words.messages.noReason;
      return {
        text: `${why}: ${formatCount(count)}`,
        href: reason === null ? null : hrefOf({ status, reason }),
        isShown: reason !== null && reason === asked,
      };
    });
}
