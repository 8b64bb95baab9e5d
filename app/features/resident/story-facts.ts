import type { ReadResidentStory } from "~/contract/residents";
import {
  epochDayOf,
  newYorkDay,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import type {
  EventElsewhere,
  NoteFacts,
  StayFacts,
  TransferFacts,
} from "~/domain/residents/resident-facts";

type Of<List extends "stays" | "transfers" | "notes"> =
  ReadResidentStory[List][number];

export function stayFacts(stay: Of<"stays">): StayFacts {
  return {
    id: stay.id,
    facilityId: stay.facility_id,
    facilityName: stay.facility_name,
    physician: stay.physician_name,
    admittedOn: epochDayOf(stay.admitted_on),
    dischargedOn: dayOrNull(stay.discharged_on),
    daysEnd: dayOrNull(stay.days_end ?? stay.discharged_on),
    admittedFrom: stay.admitted_from,
    isnp: stay.isnp === true,
    unit: stay.unit,
    longStayFrom: epochDayOf(stay.long_stay_from),
    returned: { rth: stay.rth === true, ed: stay.ed === true },
    returnedElsewhere: {
      rth: eventElsewhere(stay.rth_elsewhere),
      ed: eventElsewhere(stay.ed_elsewhere),
    },
    outSince: dayOrNull(stay.out_since ?? null),
    today: epochDayOf(stay.today ?? newYorkDay(new Date())),
    dataThrough: dayOrNull(stay.data_through),
  };
}

export function transferFacts(transfer: Of<"transfers">): TransferFacts {
  return {
    id: transfer.id,
    stayId: transfer.stay_id,
    facilityId: transfer.facility_id,
    facilityName: transfer.facility_name,
    day: epochDayOf(transfer.transferred_on),
    minuteOfDay: transfer.minute_of_day,
    outcome: transfer.outcome,
    planned: transfer.planned === true,
    isAssumed: transfer.assumed === true,
    isLongStay: transfer.long_stay === true,
    dataThrough: dayOrNull(transfer.data_through),
    hospital: transfer.hospital,
    unit: transfer.unit,
    reason: transfer.reason,
    diagnosis: transfer.diagnosis,
    returnedOn: dayOrNull(transfer.returned_on),
  };
}

export function noteFacts(note: Of<"notes">): NoteFacts {
  return {
    id: note.id,
    stayId: note.stay_id,
    notedAt: note.noted_at,
    facilityName: note.facility_name,
    physician: note.physician_name,
    type: note.note_type,
    text: note.note_text,
    provider: note.provider,
    isHighRisk: note.high_risk === true,
  };
}

function eventElsewhere(
  event: Of<"stays">["rth_elsewhere"],
): EventElsewhere | null {
  return (
    event && {
      day: epochDayOf(event.on),
      outcome: event.outcome,
      facilityName: event.facility_name,
    }
  );
}

function dayOrNull(day: IsoDay | null): EpochDay | null {
  return day === null ? null : epochDayOf(day);
}
