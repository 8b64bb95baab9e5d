import { LOOKBACK_HOURS } from "~/features/after-hours/rules/lookback";
import {
  afterHoursWords,
  lookbackText,
} from "~/features/after-hours/rules/words";
import { FilterForm } from "~/features/report-filters/filter-form";
import { LocationFields } from "~/features/report-filters/location-fields";
import { CheckboxField, SelectField } from "~/ui/field";
import { hasRows, type AfterHoursView } from "./after-hours-view";

/** Filters that go on from one view to the next without being asked for. */
const CARRIED = ["sort", "dir", "notes"];

/**
 * The filters of the report (R162). What was accepted takes the place of what is chosen in them, so each
 * field is a new one then.
 */
export function AfterHoursFilterForm({ view }: { view: AfterHoursView }) {
  const { filters, locations, isnpFixed } = view;
  const query = new URLSearchParams(view.query);
  const carried = CARRIED.map((name) => [name, query.get(name)] as const);
  return (
    <>
      <FilterForm
        action={view.path}
        className="after-hours-filters filter-fields"
        hidden={Object.fromEntries(carried)}
        clearHref={view.isUnfiltered || isEmptied(view) ? null : view.path}
        notes={view.filterNotes}
      >
        {(round) => (
          <>
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
          </>
        )}
      </FilterForm>
      {/* A table says on paper what it is filtered by, at the head of each sheet. */}
      {hasRows(view.notes) ? null : (
        <p className="hidden print:block">{view.paper}</p>
      )}
    </>
  );
}

/** An empty table has the link that clears the filters itself, and a page shows that link once. */
function isEmptied({ notes }: AfterHoursView): boolean {
  return notes.state === "data" && !hasRows(notes);
}
