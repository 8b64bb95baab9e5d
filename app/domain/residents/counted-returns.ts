import type { EpochDay } from "../calendar";
import {
  isReached,
  isSettled,
  type EventElsewhere,
  type ReturnFigure,
  type StayFacts,
} from "./resident-facts";
import { isReturnOf } from "./return-window";
import {
  isEdVisit,
  isHospitalization,
  type TransferKind,
} from "./transfer-kinds";

export interface ReturnEvent extends TransferKind {
  id: number;
  day: EpochDay;
  stayId: number | null;
  dataThrough: EpochDay | null;
}

const IS_OF: Record<ReturnFigure, (transfer: TransferKind) => boolean> = {
  rth: isHospitalization,
  ed: isEdVisit,
};

export function isOfFigure(
  figure: ReturnFigure,
  transfer: TransferKind,
): boolean {
  return IS_OF[figure](transfer);
}

/** The first of the events by which an admission from hospital counts, from any facility (R79, R80); undefined for none. */
export function firstReturn<Event extends ReturnEvent>(
  figure: ReturnFigure,
  stay: Pick<StayFacts, "id" | "admittedOn" | "admittedFrom">,
  events: readonly Event[],
): Event | undefined {
  if (stay.admittedFrom !== "hospital") return undefined;
  const [first] = events
    .filter(
      (event) =>
        IS_OF[figure](event) &&
        isReached(event.day, event) &&
        isReturnOf(stay, event),
    )
    .sort((one, other) => one.day - other.day || one.id - other.id);
  return first;
}

export type CountedBy =
  | { kind: "seen"; id: number; day: EpochDay }
  | ({ kind: "elsewhere" } & EventElsewhere);

export function countedBy(
  figure: ReturnFigure,
  stay: StayFacts,
  seen: readonly ReturnEvent[],
): CountedBy | null {
  if (!stay.returned[figure] || !isSettled(stay)) return null;
  const elsewhere = stay.returnedElsewhere[figure];
  if (elsewhere) return { kind: "elsewhere", ...elsewhere };
  const first = firstReturn(figure, stay, seen);
  return first ? { kind: "seen", id: first.id, day: first.day } : null;
}
