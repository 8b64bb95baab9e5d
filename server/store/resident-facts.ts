import type { Generated } from "kysely";

/** What is known of a stay beside what figures are made of; null: not known (R309). */
export interface StayFacts {
  /** Where in the building the resident lives, or lived last. */
  unit: Generated<string | null>;
  /** When the resident came, 0 to 1439, by the facility's clock. Messages alone tell it. */
  admitted_minute: Generated<number | null>;
}

/** The same of a transfer. */
export interface TransferFacts {
  /** When the resident left, 0 to 1439, by the facility's clock. */
  minute_of_day: Generated<number | null>;
  hospital: Generated<string | null>;
  /** Where in the building the resident lived. */
  unit: Generated<string | null>;
  /** Why, in the words of whoever sent the resident. */
  reason: Generated<string | null>;
  /** What the hospital found. */
  diagnosis: Generated<string | null>;
  returned_on: Generated<number | null>;
}
