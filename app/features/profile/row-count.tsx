import { rowCountText } from "~/domain/drill-down-columns";
import { FRAILTY_FILTERS } from "~/domain/frailty";
import { childLevelOf, NO_PHYSICIAN_ID } from "~/domain/hierarchy";
import type { ListView, ProfileView } from "./profile-view";

/**
 * How many rows the drill-down list has. It stands there before and after a frailty filter is chosen, so that the
 * choice is announced.
 */
export function RowCount({ view }: { view: ProfileView }) {
  const { list, frailtyFilter } = view;
  const band = FRAILTY_FILTERS.find(({ value }) => value === frailtyFilter);
  return (
    <p role="status" className="text-sm text-muted">
      {list.state === "data" ? countText(view, list.data) : null}
      {list.state === "data" && band && frailtyFilter !== "all" ? (
        <span className="sr-only">, frailty {band.label}</span>
      ) : null}
    </p>
  );
}

/** The stays without a physician are a row, but no physician. */
function countText({ level }: ProfileView, { keys, total }: ListView): string {
  const child = childLevelOf(level);
  const others =
    child === "physician" && keys.includes(NO_PHYSICIAN_ID) ? 1 : 0;
  return rowCountText(child, keys.length - others, total - others);
}
