import { feedWords } from "../rules/feed-words";
import {
  MESSAGE_REASON_NAMES,
  MESSAGE_REASONS,
  MESSAGE_STATUS_NAMES,
  MESSAGE_STATUSES,
} from "../rules/message-states";
import { LONGEST_SENDER_NAME } from "../rules/sender-rules";
import { ChoiceFilter } from "~/features/report-filters/choice-filter";
import { FilterForm } from "~/features/report-filters/filter-form";
import { paths } from "~/paths";
import { TextField } from "~/ui/field";
import { useHydrated } from "~/rendering/hydration";
import type { MessageFilters, FeedView } from "./load-feed.server";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";

const { filters: words } = feedWords.messages;

export function MessageFilterForm({
  filters: { status, reason, sender },
  isFiltered,
  resultId,
}: {
  filters: MessageFilters;
  isFiltered: boolean;
  /** Where the page lands without scripts. */
  resultId: string;
}) {
  const page = useHydrated() ? paths.feed : `${paths.feed}#${resultId}`;
  return (
    <FilterForm
      action={page}
      className="filter-fields mb-3 *:min-w-0 sm:[&>div]:flex-1 sm:[&>div]:basis-32"
      hidden={{}}
      clearHref={isFiltered ? page : null}
      submit={words.apply}
    >
      {() => (
        <>
          <ChoiceFilter
            id="status"
            label={words.status}
            chosen={status}
            any={words.leftOver}
            choices={MESSAGE_STATUS_NAMES}
            textOf={(one) => MESSAGE_STATUSES[one]}
          />
          <ChoiceFilter
            id="reason"
            label={words.reason}
            chosen={reason}
            any={words.anyReason}
            choices={MESSAGE_REASON_NAMES}
            textOf={(one) => MESSAGE_REASONS[one].why}
          />
          <TextField
            key={`sender ${sender}`}
            id="sender"
            name="sender"
            label={words.sender}
            maxLength={LONGEST_SENDER_NAME}
            defaultValue={sender ?? ""}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </>
      )}
    </FilterForm>
  );
}

export function ReasonCounts({
  counts,
  resultId,
}: {
  counts: FeedView["counts"];
  resultId: string;
}) {
  const landing = useHydrated() ? "" : `#${resultId}`;
  if (counts.length === 0) return null;
  return (
    <nav aria-label={feedWords.messages.counts}>
      <ul className="mb-3 flex flex-wrap gap-x-4 text-sm text-muted">
        {counts.map(({ text, href, isShown }) => (
          <li key={text}>
            {href === null ? (
              text
            ) : (
              <PageLink
                to={href + landing}
                preventScrollReset
                className={TEXT_LINK}
                aria-current={isShown ? "true" : undefined}
              >
                {text}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
