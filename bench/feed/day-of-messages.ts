/** A stay of somebody who is new, each with its own number: admitted, moved, updated and sent home, in so many messages. */
const MESSAGES_OF_A_STAY = ["A01", "A02", "A08", "A03"];

/** Code of a facility that its messages name. */
function codeOf(facilityId: number): string {
  return `F${facilityId}`;
}

/** Rows of senders.csv for these facilities. */
export function sendersOf(facilityIds: readonly number[]): string {
  const rows = facilityIds.map((id) => `BENCH,${codeOf(id)},facility,${id},`);
  return ["sender,facility,role,facility_id,codes", ...rows, ""].join("\n");
}

/** The message of a number: stay after stay, facility after facility, all said within the last hour. */
export function messageOf(
  number: number,
  facilityIds: readonly number[],
  now: Date,
): string {
  const stay = Math.floor(number / MESSAGES_OF_A_STAY.length);
  const step = number % MESSAGES_OF_A_STAY.length;
  const facility = codeOf(facilityIds[stay % facilityIds.length] ?? 0);
  const said = new Date(now.getTime() - 3_600_000 + step * 600_000);
  const stamp = `${said.toISOString().replace(/[-:TZ]|\.\d+/g, "")}+0000`;
  const visit = Array.from({ length: 46 }, () => "");
  visit[2] = "I";
  visit[7] = "1234567893^Wu^Li";
  visit[14] = "4";
  visit[19] = `V${stay}`;
  visit[36] = step === 3 ? "01" : "";
  return [
    `MSH|^~\\&|BENCH|${facility}|||${stamp}||ADT^${MESSAGES_OF_A_STAY[step]}|B${number}|P|2.5`,
    `EVN||${stamp}`,
    `PID|1||B${stay}^^^BENCH^MR||Bench^Stay${stay}`,
    ["PV1", ...visit.slice(1)].join("|"),
    "",
  ].join("\r");
}
