import type { ReactNode } from "react";
import type { DateRange } from "~/domain/filters";
import type { RangePresets } from "~/ui/range-preset-links";
import type {
  LocationChoice,
  LocationOptions,
} from "~/domain/places/location-choice";
import { FilterForm, RangeFields, type HiddenFields } from "./filter-form";
import { LocationFields } from "./location-fields";

export interface RangeFilters {
  options: LocationOptions;
  choice: LocationChoice;
  range: DateRange;
  presets?: RangePresets;
  filterNotes: readonly string[];
  hidden: HiddenFields;
}

/** `children` is the report's own choice (R199). */
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
  const { options, choice, range, presets, filterNotes, hidden } = filters;
  return (
    <FilterForm
      action={action}
      className="filter-fields *:min-w-0 sm:[&>div]:flex-1 sm:[&>div]:basis-32"
      hidden={hidden}
      clearHref={clearHref}
      notes={filterNotes}
      presets={presets}
      hasDates
    >
      {(round) => (
        <>
          <LocationFields key={round} options={options} choice={choice} />
          {children}
          <RangeFields range={range} notes={filterNotes} />
        </>
      )}
    </FilterForm>
  );
}
