const months = Array.from({ length: 18 }, (_, at) => ((at + 7) % 12) + 1);
const years = months.map((_, at) => 2024 + Math.floor((at + 7) / 12));

/** The same number in each of 18 months, rolling and alone. */
function flat(monthly: number, yearly = monthly) {
  return {
    rolling: months.map(() => yearly),
    mom: months.map(() => monthly),
  };
}

/** Graphs of a host in order: a fifth of 50 admissions a month comes back; one month stands out. */
export const DEFAULT_GRAPHS = {
  short_stays: {
    rth_30: {
      rolling: months.map(() => 20),
      mom: months.map((_, at) => (at === 9 ? 60 : 20)),
    },
    ed_30: flat(10),
    admission_events: flat(50, 600),
  },
  long_stays: {
    hosp_1000: flat(2),
    ed_1000: flat(1),
    adm_1000: flat(50),
    inpatient_events: flat(6, 72),
    outpatient_events: flat(3, 36),
    period_doc: flat(3000, 36_000),
  },
  months,
  years,
};

const measure = {
  metric: 20,
  score: 150,
  events: 10,
  events_up: 0,
  events_down: 1,
  events_perfect: 0,
};

/** Quality of a host in order: all four measures perfect. */
export const DEFAULT_QUALITY = {
  rth: measure,
  ed: { ...measure, metric: 8 },
  h_1000: { ...measure, metric: 1 },
  ed_1000: { ...measure, metric: 1 },
  ach_adm: 50,
  ls_days: 10_000,
};
