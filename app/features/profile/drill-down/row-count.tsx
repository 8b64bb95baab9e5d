import { FRAILTY_FILTERS } from "~/domain/frailty";
import type { ProfileView } from "../profile-view";

/**
 * How many rows the drill-down list has. It stands there before and after a frailty filter is chosen, so that the
 * choice is announced.
 */
export function RowCount({ view }: { view: ProfileView }) {
  const { list, frailtyFilter } = view;
  const band = FRAILTY_FILTERS.find(({ value }) => value === frailtyFilter);
  return (
    <p aria-live="polite" className="text-sm text-muted">
      {list.state === "data" ? list.data.count : null}
      {list.state === "data" && band && frailtyFilter !== "all" ? (
        <span className="sr-only">, frailty {band.label}</span>
      ) : null}
    </p>
  );
}
