import type { Kysely } from "kysely";
import { firstOfNextMonth, isoDayOf, type EpochDay } from "~/domain/calendar";
import { entriesOf } from "~/features/transfer-notices/rules";
import type { Schema } from "~server/store/schema";
import { writeObjects } from "~server/store/write-rows";
import type { DemoData } from "./generate";
import { fullName } from "./organisation";
import { seededRandom } from "./random";

const DAYS = 150;

/** Most notices are complete. */
export async function storeDemoNotices(
  db: Kysely<Schema>,
  { today, facilities, trips }: DemoData,
): Promise<void> {
  const makers = new Map(facilities.map(({ id }) => [id, makerOf(id, today)]));
  const latest = trips
    .filter(({ transferred_on: day }) => day > today - DAYS && day < today)
    .sort((one, other) => one.id - other.id);
  const rows = latest.flatMap(({ key, trip_planned }) => {
    const make = makers.get(key.facility_id)!;
    const notices = make(key.transferred_on, trip_planned === 1);
    return notices ? [{ ...key, ...notices }] : [];
  });
  await writeObjects(db, "transfer_notices", rows);
}

/** Recent notices more often lack a part, or everything. */
function makerOf(facilityId: number, today: EpochDay) {
  const random = seededRandom(`notices ${facilityId}`);
  const nurses = Array.from({ length: 4 }, () => fullName(random));
  return (left: EpochDay, planned: boolean) => {
    const author = random.pick(nurses);
    const isMissed = random.chance(today - left < 7 ? 0.25 : 0.03);
    const notice_to = random.pick(["representative", "both"]);
    if (isMissed && random.chance(0.5)) return null;
    const given = planned ? left - 3 : Math.min(left + 1, today);
    const notice = {
      notice_on: isoDayOf(given),
      notice_to,
      notice_by: `${author}, RN`,
      bed_hold_on: isMissed ? "" : isoDayOf(given),
    };
    // The month's list goes out soon after it, and a planned transfer with its notice.
    const nextMonth = firstOfNextMonth(left);
    const isSent = planned || nextMonth <= today;
    const sent = planned ? given : Math.min(nextMonth + 2, today);
    const copy = { ombudsman_on: isSent ? isoDayOf(sent) : "" };
    const change = (day: EpochDay, changes: object) => ({
      ...{ author, at: `${isoDayOf(day)}T19:20:00.000Z`, changes },
    });
    const history = [change(given, notice)];
    if (isSent) history.push(change(sent, copy));
    return {
      ...entriesOf({ ...notice, ...copy }),
      version: history.length,
      history: JSON.stringify(history),
    };
  };
}
