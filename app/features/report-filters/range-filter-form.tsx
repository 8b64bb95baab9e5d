import { Form } from "@remix-run/react";
import { type ReactNode } from "react";
import type { DateRange } from "~/domain/filters";
import type {
  LocationChoice,
  LocationOptions,
} from "~/domain/places/location-choice";
import { messages } from "~/domain/messages";
import { Button, LinkButton } from "~/ui/button";
import { FILTER_NOTES_ID, FilterNotes } from "~/ui/filter-notes";
import { DateField } from "~/ui/field";
import { useAcceptedFields } from "~/ui/use-accepted-fields";
import { LocationFields } from "./location-fields";
import type { QueryPair } from "./query-pairs";

const texts = messages.profile;

const HINT_ID = "filter-dates-hint";

export interface RangeFilters {
  options: LocationOptions;
  choice: LocationChoice;
  range: DateRange;
  /** What of the query was not accepted, in words. */
  filterNotes: readonly string[];
  /** Fields that go on from one view to the next without being asked for. */
  hidden: readonly QueryPair[];
}

/**
 * Location, date range and a report's own choice, in `children` (R199): a GET form, whose state is the query
 * string. `clearHref` is where nothing is filtered; null where the list has that way out itself.
 */
export function RangeFilterForm({
  action,
  filters,
  clearHref,
  children,
}: {
  action: string;
  filters: RangeFilters;
  clearHref: string | null;
  children: ReactNode;
}) {
  const { options, choice, range, filterNotes, hidden } = filters;
  const { formProps, round } = useAcceptedFields();
  const describedBy = filterNotes.length > 0 ? FILTER_NOTES_ID : HINT_ID;
  return (
    <>
      <Form
        {...formProps}
        action={action}
        aria-label="Filters"
        className="filter-fields *:min-w-0 sm:[&>div]:flex-1 sm:[&>div]:basis-32"
      >
        <LocationFields key={round} options={options} choice={choice} />
        {children}
        <DateField
          name="startDate"
          label={texts.fromDate}
          value={range.startDate}
          describedBy={describedBy}
        />
        <DateField
          name="endDate"
          label={texts.toDate}
          value={range.endDate}
          describedBy={describedBy}
        />
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button variant="primary">{texts.submit}</Button>
        {clearHref === null ? null : (
          <LinkButton
            variant="quiet"
            className="sm:min-h-9"
            to={clearHref}
            preventScrollReset
          >
            {messages.panel.clearFilters}
          </LinkButton>
        )}
        {/* As in the filters of a profile: for browsers that have no picker, which do not know `scripting` either. */}
        <p
          id={HINT_ID}
          className="col-span-full text-sm text-muted scripting:hidden sm:py-2"
        >
          {texts.typedDate}
        </p>
      </Form>
      <FilterNotes notes={filterNotes} />
    </>
  );
}
