import { feedWords } from "~/domain/feed/feed-words";
import {
  MESSAGE_REASON_NAMES,
  MESSAGE_REASONS,
  MESSAGE_STATUS_NAMES,
  MESSAGE_STATUSES,
} from "~/domain/feed/message-states";
import { LONGEST_SENDER_NAME } from "~/domain/feed/sender-rules";
import { FilterForm } from "~/features/report-filters/filter-form";
import { paths } from "~/paths";
import { SelectField, TextField } from "~/ui/field";
import type { MessageFilters } from "./feed-view";

const { filters: words } = feedWords.messages;

/** Which messages; their state is the query string. */
export function MessageFilterForm({
  filters: { status, reason, sender },
  isFiltered,
}: {
  filters: MessageFilters;
  isFiltered: boolean;
}) {
  return (
    <FilterForm
      action={paths.feed}
      className="filter-fields mb-3 *:min-w-0 sm:[&>div]:flex-1 sm:[&>div]:basis-32"
      hidden={{}}
      clearHref={isFiltered ? paths.feed : null}
      submit={words.apply}
    >
      {() => (
        <>
          <SelectField
            key={`status ${status}`}
            id="status"
            name="status"
            label={words.status}
            defaultValue={status ?? ""}
          >
            <option value="">{words.leftOver}</option>
            {MESSAGE_STATUS_NAMES.map((name) => (
              <option key={name} value={name}>
                {MESSAGE_STATUSES[name]}
              </option>
            ))}
          </SelectField>
          <SelectField
            key={`reason ${reason}`}
            id="reason"
            name="reason"
            label={words.reason}
            defaultValue={reason ?? ""}
          >
            <option value="">{words.anyReason}</option>
            {MESSAGE_REASON_NAMES.map((name) => (
              <option key={name} value={name}>
                {MESSAGE_REASONS[name].why}
              </option>
            ))}
          </SelectField>
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
