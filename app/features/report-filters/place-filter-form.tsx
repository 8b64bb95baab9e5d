import type { DateRange } from "~/domain/filters";
import { messages } from "~/domain/messages";
import type { RangePresets } from "~/ui/range-preset-links";
import {
  FilterForm,
  IsnpField,
  RangeFields,
  type HiddenFields,
} from "./filter-form";

export interface PlaceFilters {
  action: string;
  range: DateRange;
  /** The range by the name of its link, or by its days. */
  rangeName: string;
  presets: RangePresets;
  isnp: boolean;
  isnpFixed: boolean;
  filterNotes: string[];
  hidden: HiddenFields;
  clearHref: string | null;
}

export function PlaceFilterForm({ filters }: { filters: PlaceFilters }) {
  const { range, isnp, filterNotes } = filters;
  return (
    <FilterForm
      action={filters.action}
      className="filter-fields"
      hidden={filters.hidden}
      clearHref={filters.clearHref}
      notes={filterNotes}
      presets={filters.presets}
      hasDates
      inForce={[
        filters.rangeName,
        isnp || filters.isnpFixed ? messages.profile.isnpOnly : "All patients",
      ]}
    >
      {() => (
        <>
          <RangeFields range={range} notes={filterNotes} />
          <IsnpField isnp={isnp} isFixed={filters.isnpFixed} />
        </>
      )}
    </FilterForm>
  );
}
