/** A row of the senders: whose messages these are. */
export interface SenderRow {
  /** MSH-3.1. */
  sender: string;
  /** The code in PV1-3.4 or MSH-4.1. */
  facility: string;
}

export interface NamedSender {
  sender: string | null;
  facility: string | null;
  location: string | null;
}

/**
 * The row of a message's sender: the one of the code in PV1-3.4 or, where that is unknown with this sender, of that in MSH-4.1, which may be
 * of a whole enterprise.
 * A row without a code is that of messages which name neither. Else which of the two is not known.
 */
export function senderOf<Row extends SenderRow>(
  { sender, facility, location }: NamedSender,
  rows: readonly Row[],
): Row | "unknown_sender" | "unknown_facility" {
  const own = rows.filter((row) => row.sender === (sender ?? ""));
  if (own.length === 0) return "unknown_sender";
  const codes = [location, facility].filter(Boolean);
  for (const code of codes.length > 0 ? codes : [""]) {
    const row = own.find((one) => one.facility === code);
    if (row) return row;
  }
  return "unknown_facility";
}
