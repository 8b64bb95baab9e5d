/** What a user knows of signals (R372); both as JSON, by `{level}/{id}` of a place. */
interface SignalVisitTable {
  user_id: number;
  /** When the session began in which the visit is. */
  signed_in_at: string;
  known_before: string;
  known_now: string;
}

export interface SignalVisitTables {
  signal_visits: SignalVisitTable;
}
