import { reportListWords } from "../rules/report-list-words";
import { ChoiceFilter } from "~/features/report-filters/choice-filter";
import { RangeFilterForm } from "~/features/report-filters/range-filter-form";
import { paths } from "~/paths";
import type { ReportListView } from "./report-list-view";

export function ReportFilters({ view }: { view: ReportListView }) {
  const canClear = view.query.length > 0 && view.list.state !== "empty";
  return (
    <RangeFilterForm
      action={paths.cmsReports}
      filters={view}
      clearHref={canClear ? paths.cmsReports : null}
    >
      <ReportField view={view} />
    </RangeFilterForm>
  );
}

function ReportField({ view: { name, names } }: { view: ReportListView }) {
  return (
    <ChoiceFilter
      id="report"
      label={reportListWords.reportName}
      chosen={name}
      any={reportListWords.allReports}
      choices={names}
      textOf={(one) => one}
    />
  );
}
