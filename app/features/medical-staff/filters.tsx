import { messages } from "~/domain/messages";
import { RangeFilterForm } from "~/features/report-filters/range-filter-form";
import { paths } from "~/paths";
import { SelectField } from "~/ui/field";
import type { StaffView } from "./view";

const texts = messages.profile;

/** Location, ISNP choice and date range of the report (R196); their state is the query string. */
export function StaffFilters({ view }: { view: StaffView }) {
  const { query, list, isnpFixed, isnp } = view;
  const canClear = query.length > 0 && list.state !== "empty";
  return (
    <>
      <RangeFilterForm
        action={paths.medicalStaffReport}
        filters={view}
        clearHref={canClear ? paths.medicalStaffReport : null}
      >
        <IsnpChoice isFixed={isnpFixed} isnp={isnp} />
      </RangeFilterForm>
      {list.state === "data" ? null : (
        <p className="hidden print:block">{view.paper}</p>
      )}
    </>
  );
}

function IsnpChoice({ isFixed, isnp }: { isFixed: boolean; isnp: boolean }) {
  if (isFixed) return <p className="py-2 font-medium">{texts.isnpOnly}</p>;
  return (
    <div className="col-span-full sm:!min-w-fit">
      <SelectField
        key={String(isnp)}
        id="isnp"
        name="isnp"
        label="ISNP"
        defaultValue={String(isnp)}
      >
        <option value="false">All patients</option>
        <option value="true">{texts.isnpOnly}</option>
      </SelectField>
    </div>
  );
}
