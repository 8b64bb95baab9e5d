/** Milliseconds that a company of some size may take, medians. */
export interface Goals {
  /** The first answer of any call but the medical staff, with nothing remembered. */
  first: number;
  figures: number;
  graphs: number;
  medicalStaff: number;
  facilityPage: number;
  oneStay: number;
  /** CPU of the signals of all facilities in one region, after one has changed. */
  signals: number;
  /** The import of a night's folder; null where none is set. */
  night: number | null;
}

/** The goals of `npm run bench`, by the number of facilities. */
export const GOALS: Record<number, Goals> = {
  300: {
    first: 50,
    figures: 10,
    graphs: 25,
    medicalStaff: 150,
    facilityPage: 15,
    oneStay: 20,
    signals: 60,
    night: 5_000,
  },
  3_000: {
    first: 150,
    figures: 20,
    graphs: 60,
    medicalStaff: 1_000,
    facilityPage: 16.5,
    oneStay: 30,
    signals: 600,
    night: 60_000,
  },
  15_000: {
    first: 400,
    figures: 60,
    graphs: 150,
    medicalStaff: 4_000,
    facilityPage: 18,
    oneStay: 60,
    signals: 3_000,
    night: null,
  },
};
