import { reportListWords } from "~/domain/qies/report-list-words";
import { RangeFilterForm } from "~/features/report-filters/range-filter-form";
import { paths } from "~/paths";
import { SelectField } from "~/ui/field";
import type { ReportListView } from "./report-list-view";

/** Location, report and date range of the list (R173); their state is the query string. */
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
    <SelectField
      key={name}
      id="report"
      name="report"
      label={reportListWords.reportName}
      defaultValue={name ?? ""}
    >
      <option value="">{reportListWords.allReports}</option>
      {names.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  );
}
