import { Form } from "@remix-run/react";
import { LOOKBACK_HOURS } from "~/domain/after-hours/lookback";
import { afterHoursWords, lookbackText } from "~/domain/after-hours/words";
import { messages } from "~/domain/messages";
import { LocationFields } from "~/features/report-filters/location-fields";
import { Button, LinkButton } from "~/ui/button";
import { FilterNotes } from "~/ui/filter-notes";
import { CheckboxField, SelectField } from "~/ui/field";
import { useAcceptedFields } from "~/ui/use-accepted-fields";
import type { AfterHoursView } from "./after-hours-view";

/** Filters that go on from one view to the next without being asked for. */
const CARRIED = ["sort", "dir", "notes"];

/**
 * The filters of the report (R162), a GET form: nothing is sent until its button is pressed. What was accepted
 * takes the place of what is chosen in it, so each field is a new one then.
 */
export function FilterForm({ view }: { view: AfterHoursView }) {
  const { filters, locations, isnpFixed } = view;
  const { formProps, round } = useAcceptedFields();
  const query = new URLSearchParams(view.query);
  return (
    <>
      <Form
        {...formProps}
        action={view.path}
        aria-label="Filters"
        className="after-hours-filters filter-fields"
      >
        <SelectField
          key={`hours ${filters.hours}`}
          id="hours"
          name="hours"
          label="Lookback"
          defaultValue={filters.hours}
        >
          {LOOKBACK_HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {lookbackText(hours)}
            </option>
          ))}
        </SelectField>
        <LocationFields key={round} {...locations} />
        <CheckboxField
          key={`high-risk ${filters.highRisk}`}
          id="high-risk"
          name="highRisk"
          value="true"
          label={afterHoursWords.highRiskOnly}
          defaultChecked={filters.highRisk}
        />
        {isnpFixed ? null : (
          <CheckboxField
            key={`isnp ${filters.isnp}`}
            id="isnp"
            name="isnp"
            value="true"
            label={afterHoursWords.isnpOnly}
            defaultChecked={filters.isnp}
          />
        )}
        {CARRIED.map((name) => {
          const value = query.get(name);
          return value === null ? null : (
            <input key={name} type="hidden" name={name} value={value} />
          );
        })}
        <Button variant="primary">{messages.profile.submit}</Button>
        {view.isUnfiltered || isEmptied(view) ? null : (
          <LinkButton
            variant="quiet"
            className="sm:min-h-9"
            to={view.path}
            preventScrollReset
          >
            {messages.panel.clearFilters}
          </LinkButton>
        )}
      </Form>
      <FilterNotes notes={view.filterNotes} />
      {hasRows(view) ? null : (
        <p className="hidden print:block">{view.paper}</p>
      )}
    </>
  );
}

/** A table says on paper what it is filtered by, at the head of each sheet. */
function hasRows({ notes }: AfterHoursView): boolean {
  return notes.state === "data" && notes.data.rows.length > 0;
}

/** An empty table has the way out itself: a page has one. */
function isEmptied(view: AfterHoursView): boolean {
  return view.notes.state === "data" && !hasRows(view);
}
