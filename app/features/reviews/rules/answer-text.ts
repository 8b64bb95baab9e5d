import { isIsoDay, usDayOf } from "~/domain/calendar";
import { timeOfDayText } from "~/domain/time-of-day";
import { causesIn, fieldOf } from "./answers";
import type { ReviewCause } from "./causes.data";
import type { ReviewFieldName } from "./fields.data";

/** An answer as people read it; empty where there is none. A cause that is not in the list stands with its id. */
export function answerText(
  name: ReviewFieldName,
  value: string,
  causes: readonly ReviewCause[],
): string {
  const field = fieldOf(name);
  switch (field.kind) {
    case "day":
      return isIsoDay(value) ? usDayOf(value) : value;
    case "time":
      return clockText(value);
    case "choice":
      return (
        field.choices.find((choice) => choice.value === value)?.label ?? value
      );
    case "causes":
      return causesIn({ causes: value })
        .map((id) => causes.find((cause) => cause.id === id)?.text ?? id)
        .join("; ");
    default:
      return value;
  }
}

/** '03:30 PM' of '15:30'. */
function clockText(value: string): string {
  const [hours, minutes] = value.split(":").map(Number);
  if (hours === undefined || minutes === undefined) return value;
  return timeOfDayText(hours * 60 + minutes);
}
