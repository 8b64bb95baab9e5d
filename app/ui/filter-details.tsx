import type { ReactNode } from "react";
import { usDayOf, type IsoDay } from "~/domain/calendar";
import { messages } from "~/domain/messages";
import type { RangePresets } from "./range-preset-links";

/**
 * The filters of a page behind what is in force: one line at every width. Another answer is another element, so that it is
 * closed there; what was not accepted opens it.
 */
export function FilterDetails({
  inForce,
  isOpen,
  children,
}: {
  inForce: readonly string[];
  isOpen: boolean;
  children: ReactNode;
}) {
  const text = inForce.join(" · ");
  return (
    <details key={text} className="filters" open={isOpen}>
      <summary>
        <span className="sr-only">Filters: </span>
        {text}
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** The range in force by the name of its link, or by its days. */
export function rangeText({
  presets = [],
  inForce: { startDate, endDate },
}: Partial<RangePresets> & Pick<RangePresets, "inForce">): string {
  const at = presets.findIndex(
    ([first, last]) => first === startDate && last === endDate,
  );
  return (
    messages.profile.rangePresets[at] ??
    `${usDayOf(startDate as IsoDay)}–${usDayOf(endDate as IsoDay)}`
  );
}
