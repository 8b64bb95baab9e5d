import type { Kysely } from "kysely";
import { firstOfNextMonth, isoDayOf, type EpochDay } from "~/domain/calendar";
import { firstLast } from "~/domain/person-name";
import { entriesOf } from "~/features/transfer-notices/rules";
import type { Schema } from "~server/store/schema";
import { writeRows, type StoredValue } from "~server/store/write-rows";
import { personName, type DemoOrganisation } from "./organisation";
import { seededRandom, type Random } from "./random";

/** The demo records notices of so many days. */
const RECORDED_DAYS = 150;
/** The share of older transfers with a part that nobody recorded, and of those of the last days. */
const MISSED = 0.03;
const MISSED_LATELY = 0.25;
const LATELY_DAYS = 7;
const NURSES = 4;
/** So long before a planned transfer its notice is given, and so long after a month its list is sent. */
const DAYS_BEFORE = 3;
const SENT_AFTER_DAYS = 2;

/** Stores notices of the latest transfers, most of them whole, in place of all that are there. */
export async function storeDemoNotices(
  db: Kysely<Schema>,
  { facilities }: DemoOrganisation,
  today: EpochDay,
): Promise<void> {
  await db.deleteFrom("transfer_notices").execute();
  const transfers = await db
    .selectFrom("transfers")
    .leftJoin("stays", "stays.id", "transfers.stay_id")
    .where("transfers.trip_planned", "is not", null)
    .where("transfers.transferred_on", ">", today - RECORDED_DAYS)
    .where("transfers.transferred_on", "<", today)
    .orderBy("transfers.id")
    .select([
      "transfers.id as transfer_id",
      "transfers.patient_id",
      "transfers.facility_id",
      "transfers.transferred_on",
      "transfers.trip_planned as planned",
      "stays.npi",
      "stays.isnp",
    ])
    .execute();
  const makers = new Map(
    facilities.map(({ id }) => [id, makerOf(seededRandom(`notices ${id}`))]),
  );
  const rows = transfers.flatMap(({ planned, isnp, ...key }) => {
    const make = makers.get(key.facility_id);
    const made = make?.(key.transferred_on, planned === 1, today);
    return made ? [{ ...key, isnp: isnp ?? 0, ...made }] : [];
  });
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  await writeRows(
    db,
    { table: "transfer_notices", columns },
    rows.map((row) => Object.values(row) as StoredValue[]),
  );
}

/** Makes the notices of a facility's transfers, given by its nurses. */
function makerOf(random: Random) {
  const nurses = Array.from({ length: NURSES }, () => {
    const { first, last } = personName(random);
    return firstLast(first, last);
  });
  return (left: EpochDay, planned: boolean, today: EpochDay) => {
    const author = random.pick(nurses);
    const given = planned ? left - DAYS_BEFORE : Math.min(left + 1, today);
    const lately = today - left < LATELY_DAYS;
    const isMissed = random.chance(lately ? MISSED_LATELY : MISSED);
    const to = random.pick(["representative", "both"]);
    if (isMissed && random.chance(0.5)) return null;
    const notice = {
      notice_on: isoDayOf(given),
      notice_to: to,
      notice_by: `${author}, RN`,
      bed_hold_on: isMissed ? "" : isoDayOf(given),
    };
    const sent = planned
      ? given
      : Math.min(firstOfNextMonth(left) + SENT_AFTER_DAYS, today);
    const isSent = planned || firstOfNextMonth(left) <= today;
    const copy = { ombudsman_on: isSent ? isoDayOf(sent) : "" };
    const change = (day: EpochDay, changes: object) => ({
      ...{ author, at: `${isoDayOf(day)}T19:20:00.000Z`, changes },
    });
    const history = [
      change(given, notice),
      ...(isSent ? [change(sent, copy)] : []),
    ];
    return {
      ...entriesOf({ ...notice, ...copy }),
      version: history.length,
      history: JSON.stringify(history),
    };
  };
}
