import { FRAILTY_FILTERS } from "~/domain/frailty";
import { ChangeSaid } from "~/ui/change-said";
import type { ProfileView } from "../profile-view";

/** How many rows the drill-down list has, said anew where a filter leaves others. */
export function RowCount({ view }: { view: ProfileView }) {
  const { list, frailtyFilter, isCurrentOnly } = view;
  const count = list.state === "data" ? list.data.count : "";
  const band = FRAILTY_FILTERS.find(({ value }) => value === frailtyFilter);
  const filter =
    (isCurrentOnly ? ", current only" : "") +
    (band && frailtyFilter !== "all" ? `, frailty ${band.label}` : "");
  return (
    <>
      <p className="text-sm text-muted">{count}</p>
      <ChangeSaid text={count && `${count}${filter}`} />
    </>
  );
}
