import type { DateRange } from "~/domain/filters";
import { messages } from "~/domain/messages";
import type { RangePresets } from "~/ui/range-preset-links";
import { SelectField } from "~/ui/field";
import { FilterForm, RangeFields, type HiddenFields } from "./filter-form";

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
          {filters.isnpFixed ? (
            <p className="py-2 font-medium">{messages.profile.isnpOnly}</p>
          ) : (
            <SelectField
              key={String(isnp)}
              id="isnp"
              name="isnp"
              label="ISNP"
              defaultValue={String(isnp)}
            >
              <option value="false">All patients</option>
              <option value="true">{messages.profile.isnpOnly}</option>
            </SelectField>
          )}
        </>
      )}
    </FilterForm>
  );
}
