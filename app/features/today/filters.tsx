import { FRAILTY_BANDS, FRAILTY_WORDS } from "~/domain/frailty";
import { SHOWN } from "./rules/list";
import { todayWords } from "./rules/words";
import { ChoiceFilter } from "~/features/report-filters/choice-filter";
import { FilterForm } from "~/features/report-filters/filter-form";
import { todayPath } from "~/today-paths";
import type { TodayView } from "./load-today.server";

const { filters: filterWords, shown } = todayWords;

export function TodayFilters({ view }: { view: TodayView }) {
  const { level, id, filters, sort, units, physicians, facilities } = view;
  const nameOf = (choices: TodayView["physicians"], key: string) =>
    choices.find((one) => one.key === key)?.name ?? filterWords.nobody;
  return (
    <FilterForm
      action={todayPath(level, id)}
      className="filter-fields"
      inForce={[view.narrowedTo || filterWords.everybody]}
      hidden={{ sort: sort?.column, dir: sort?.direction }}
      clearHref={view.isFiltered ? view.clearHref : null}
      submit={filterWords.apply}
    >
      {() => (
        <>
          <ChoiceFilter
            id="show"
            label={filterWords.show}
            chosen={filters.show}
            any={filterWords.everybody}
            choices={SHOWN}
            textOf={(one) => shown[one]}
          />
          <ChoiceFilter
            id="frailty"
            label={filterWords.frailty}
            chosen={filters.frailty === "all" ? null : filters.frailty}
            any={filterWords.any}
            choices={FRAILTY_BANDS}
            textOf={(one) => FRAILTY_WORDS[one]}
          />
          {units.length === 0 ? null : (
            <ChoiceFilter
              id="unit"
              label={filterWords.unit}
              chosen={filters.unit}
              any={filterWords.any}
              choices={units}
              textOf={(one) => one}
            />
          )}
          {level === "physician" ? (
            <ChoiceFilter
              id="facility-id"
              label={filterWords.facility}
              chosen={filters.facility}
              any={filterWords.any}
              choices={facilities.map(({ key }) => key)}
              textOf={(one) => nameOf(facilities, one)}
            />
          ) : (
            <ChoiceFilter
              id="physician"
              label={filterWords.physician}
              chosen={filters.physician}
              any={filterWords.any}
              choices={physicians.map(({ key }) => key)}
              textOf={(one) => nameOf(physicians, one)}
            />
          )}
        </>
      )}
    </FilterForm>
  );
}
