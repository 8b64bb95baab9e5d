import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { byEncounter } from "./resident";
import { type CensusTransfer, NOTHING_KNOWN } from "./resident-transfers";
import {
  CEDAR,
  DAY,
  derived,
  hospital,
  MAPLE,
  moment,
  row,
  saidAt,
  stays,
  transfers,
  word,
} from "./testing/said-words";
import type { Word } from "./words";
import type { CensusStay } from "./visit-stays";

describe("the stays of a resident", () => {
  it("begin with an admission and end with a discharge", () => {
    const admit = word("admit", 10);
    expect(stays([admit])).toBe("100 10-");
    expect(stays([admit, word("discharge", 15)])).toBe("100 10-15");
  });

  it("are known by PV1-44 where the admission itself was not heard", () => {
    expect(stays([word("discharge", 15, { admitted: moment(10) })])).toBe(
      "100 10-15",
    );
    expect(stays([word("update", 12, { admitted: moment(10) })])).toBe(
      "100 10-",
    );
  });

  it("follow what was said last, not what came last", () => {
    const first = word("admit", 10, saidAt(10));
    const corrected = word("admit", 9, saidAt(11));
    expect(stays([corrected, first])).toBe("100 9-");
    const late = word("discharge", 15, saidAt(15));
    const later = word("update", 16, {
      ...saidAt(16),
      discharged: moment(14),
    });
    expect(stays([first, later, late])).toBe("100 10-14");
  });

  it("do not end where the discharge is cancelled, and end again", () => {
    const words = [
      word("admit", 10),
      word("discharge", 15, saidAt(15)),
      word("cancel_discharge", 15, saidAt(16)),
    ];
    expect(stays(words)).toBe("100 10-");
    expect(stays([...words, word("discharge", 20)])).toBe("100 10-20");
    // An update that still has the old time does not bring it back.
    const stale = word("update", 17, { discharged: moment(15) });
    expect(stays([...words, stale])).toBe("100 10-");
  });

  it("do not end where PV1-45 is deleted", () => {
    expect(
      stays([
        word("admit", 10),
        word("discharge", 15),
        word("update", 16, { discharged: null }),
      ]),
    ).toBe("100 10-");
  });

  it("are none where the admission is cancelled, and begin again", () => {
    const words = [word("admit", 10), word("cancel_admit", null, saidAt(11))];
    expect(stays(words)).toBe("");
    const stale = word("update", 12, { admitted: moment(10) });
    expect(stays([...words, stale])).toBe("");
    expect(stays([...words, word("admit", 13)])).toBe("100 13-");
  });

  it("go as a whole with an admission that is cancelled after the discharge", () => {
    expect(
      stays([
        word("admit", 10),
        word("cancel_admit", 10, saidAt(16)),
        word("discharge", 15),
      ]),
    ).toBe("");
  });

  it("are two where one visit number is admitted again after a discharge", () => {
    const words = [
      word("admit", 10, { npi: 1 }),
      word("discharge", 15),
      word("admit", 20, { npi: 2 }),
    ];
    expect(stays(words)).toBe("100 10-15, 100 20-");
    expect(derived(words).stays.map(({ npi }) => npi)).toEqual([1, 2]);
  });

  it("are told apart without visit numbers too", () => {
    const none = { visitNumber: null };
    expect(
      stays([
        word("admit", 10, none),
        word("discharge", 15, none),
        word("admit", 20, none),
        word("discharge", 22, { ...none, ...saidAt(22) }),
        word("cancel_discharge", null, { ...none, ...saidAt(23) }),
      ]),
    ).toBe("100 10-15, 100 20-");
  });

  it("go on during a leave", () => {
    expect(
      stays([word("admit", 10), word("leave", 12), word("return", 14)]),
    ).toBe("100 10-");
  });

  it("are none of an outpatient, until they become a resident", () => {
    const outpatient = { patientClass: "O" };
    const register = word("admit", 10, outpatient);
    expect(stays([register])).toBe("");
    expect(stays([register, word("change_class", 12)])).toBe("100 12-");
    expect(
      stays([word("admit", 10), word("change_class", 12, outpatient)]),
    ).toBe("100 10-12");
  });

  it("have the physician, plan and source that were said last", () => {
    const words = [
      word("admit", 10, { npi: 1, admitSource: "4", isnp: true }),
      word("update", 11, { npi: 2 }),
      word("update", 12, {}),
    ];
    expect(derived(words).stays[0]).toMatchObject({
      npi: 2,
      admitted_from: "hospital",
      isnp: 1,
    });
    const deleted = word("update", 13, { npi: null, isnp: false });
    expect(derived([...words, deleted]).stays[0]).toMatchObject({
      npi: null,
      isnp: 0,
    });
  });

  it.each([
    ["1", "community"],
    ["2", "community"],
    ["4", "hospital"],
    ["5", "other"],
    ["9", "other"],
    ["constructor", "other"],
    [null, "other"],
    [undefined, "other"],
  ] as const)("from source %s are from: %s", (admitSource, from) => {
    const [stay] = derived([word("admit", 10, { admitSource })]).stays;
    expect(stay?.admitted_from).toBe(from);
  });
});

describe("a word of how a visit stands as a whole", () => {
  const state = (
    admitted: number | null | undefined,
    discharged: number | null | undefined,
    more: Partial<Word> = {},
  ) =>
    word("state", admitted ?? 10, {
      admitted: typeof admitted === "number" ? moment(admitted) : admitted,
      discharged:
        typeof discharged === "number" ? moment(discharged) : discharged,
      ...more,
    });

  it("is the visit, whatever was said of it before", () => {
    const open = state(10, null, saidAt(10));
    const corrected = state(14, 16, saidAt(17));
    expect(stays([open])).toBe("100 10-");
    expect(stays([open, state(10, 12, saidAt(12)), corrected])).toBe(
      "100 14-16",
    );
    expect(stays([corrected, state(14, null, saidAt(18))])).toBe("100 14-");
  });

  it("takes a visit back, and brings it again", () => {
    const none = state(null, null, saidAt(12));
    const words = [state(10, null, saidAt(10)), none];
    expect(stays(words)).toBe("");
    expect(stays([...words, state(11, 15, saidAt(16))])).toBe("100 11-15");
    expect(derived([none]).waiting).toEqual([]);
  });

  it("takes back a stay that becomes the visit of an outpatient", () => {
    const outpatient = state(10, null, { ...saidAt(12), patientClass: "O" });
    expect(stays([state(10, null, saidAt(10)), outpatient])).toBe("");
  });

  it("agrees with events of the same visit, by what was said last", () => {
    const admit = word("admit", 10, saidAt(10));
    const discharge = word("discharge", 15, saidAt(15));
    const open = state(10, null, saidAt(12));
    expect(stays([admit, open, discharge])).toBe("100 10-15");
    expect(stays([admit, discharge, state(10, null, saidAt(16))])).toBe(
      "100 10-",
    );
    expect(stays([admit, state(undefined, 14, saidAt(12))])).toBe("100 10-14");
  });

  it("ends a stay of the census where it does not know its beginning", () => {
    expect(stays([state(undefined, 15, saidAt(15))], [row()])).toBe(
      "100 10-15",
    );
  });

  it("ends a leave while the visit stands open", () => {
    const admit = state(10, null, saidAt(10));
    const leave = word("leave", 12.25, { disposition: "02" });
    const back = state(10, null, { happened: moment(12.75), ...saidAt(12.75) });
    expect(transfers([admit, leave])).toBe("100 12 inpatient assumed");
    expect(transfers([admit, leave, back])).toBe("100 12 ed_only assumed");
  });

  it("settles an outcome by its class", () => {
    const left = state(10, 15, { ...saidAt(15), disposition: "02" });
    const visit = (patientClass: string, said: number) =>
      hospital("state", 15.6, patientClass, {
        admitted: moment(15.6),
        discharged: null,
        ...saidAt(said),
      });
    const none = hospital("state", 15.6, "I", {
      ...saidAt(18),
      admitted: null,
    });
    const emergency = [left, visit("E", 16)];
    expect(transfers(emergency)).toBe("100 15 ed_only");
    const inpatient = [...emergency, visit("I", 17)];
    expect(transfers(inpatient)).toBe("100 15 inpatient");
    expect(transfers([...inpatient, none])).toBe("100 15 inpatient assumed");
  });
});

describe("stays of the census", () => {
  it("stand where no message speaks of them", () => {
    expect(derived([], [row()]).stays).toMatchObject([
      { censusId: 1, word_of: null, npi: 5 },
    ]);
  });

  it("are the same as those of messages that begin on the same day there", () => {
    const admit = word("admit", 10.4);
    expect(stays([admit], [row()])).toBe("100 10-");
    expect(
      stays(
        [admit],
        [row({ facility_id: CEDAR }), row({ admitted_on: 11 })],
      ).split(", "),
    ).toHaveLength(3);
  });

  it("give way to a later word, but for what it does not tell", () => {
    const words = [word("admit", 10), word("discharge", 15, { isnp: false })];
    expect(derived(words, [row()]).stays).toMatchObject([
      {
        censusId: 1,
        word_of: "feed",
        discharged_on: 15,
        npi: 5,
        admitted_from: "hospital",
        isnp: 0,
      },
    ]);
  });

  it("count against an earlier word", () => {
    const words = [word("admit", 10), word("discharge", 15)];
    const later = row({ said_ms: 30 * DAY });
    expect(derived(words, [later]).stays).toMatchObject([
      { word_of: null, discharged_on: null },
    ]);
  });

  it("are ended by a discharge whose admission no message told", () => {
    expect(stays([word("discharge", 15)], [row()])).toBe("100 10-15");
    const later = row({ said_ms: 30 * DAY, discharged_on: 16 });
    expect(stays([word("discharge", 15)], [later])).toBe("100 10-16");
  });
});

describe("a word that tells of nothing known", () => {
  it.each([
    [word("discharge", 15), "no_stay"],
    [word("cancel_discharge", 15), "nothing_to_cancel"],
    [word("cancel_admit", 15), "nothing_to_cancel"],
    [word("leave", 15, { disposition: "02" }), "no_stay"],
    [word("return", 15), "no_stay"],
  ] as const)("waits, with all that say the same", (lone, reason) => {
    const again = { ...lone, id: lone.id + 1_000 };
    expect(derived([again, lone]).waiting).toEqual([
      { id: lone.id, reason },
      { id: again.id, reason },
    ]);
    expect(transfers([lone])).toBe("");
    const known = [word("admit", 15), word("discharge", 15, saidAt(15))];
    expect(derived([lone, ...known]).waiting).toEqual([]);
  });
});

describe("a leave", () => {
  const leave = word("leave", 15, { disposition: "02" });
  const admit = word("admit", 10);
  const waits = (words: Word[], census: CensusStay[] = []) =>
    derived(words, census).waiting.length > 0;

  it("waits where no stay holds its day there", () => {
    expect(waits([leave, word("admit", 16)])).toBe(true);
    expect(waits([leave, admit, word("discharge", 14)])).toBe(true);
    expect(waits([leave, word("admit", 10, { facilityId: CEDAR })])).toBe(true);
    expect(waits([leave, admit])).toBe(false);
    expect(waits([leave, admit, word("discharge", 15)])).toBe(false);
    expect(waits([leave], [row()])).toBe(false);
    expect(waits([leave], [row({ discharged_on: 14 })])).toBe(true);
  });

  it("is settled where the admission was taken back", () => {
    const words = [leave, admit, word("cancel_admit", 10, saidAt(16))];
    expect(waits(words)).toBe(false);
    expect(transfers(words)).toBe("");
  });

  it("has no return before there is a stay again", () => {
    const words = [admit, leave, word("discharge", 15.5)];
    const back = word("return", 17);
    expect(waits([...words, back])).toBe(true);
    expect(waits([...words, back, word("admit", 17)])).toBe(false);
  });
});

describe("the transfers of a resident", () => {
  const admit = word("admit", 10);

  it.each([
    ["02", "100 15 inpatient assumed"],
    ["2", "100 15 inpatient assumed"],
    ["43", "100 15 inpatient assumed"],
    ["82", "100 15 inpatient planned assumed"],
    ["94", "100 15 inpatient planned assumed"],
  ])("are discharges with disposition %s", (disposition, told) => {
    expect(transfers([admit, word("discharge", 15, { disposition })])).toBe(
      told,
    );
  });

  it.each(["01", "20", "", null, undefined])(
    "are no discharges with disposition %j",
    (disposition) => {
      const words = [admit, word("discharge", 15, { disposition })];
      expect(transfers(words)).toBe("");
    },
  );

  it("are leaves for a hospital, by the nights away where no hospital tells", () => {
    const leave = word("leave", 12.25, { disposition: "02" });
    expect(transfers([admit, leave, word("return", 12.75)])).toBe(
      "100 12 ed_only assumed",
    );
    expect(transfers([admit, leave, word("return", 13.1)])).toBe(
      "100 12 inpatient assumed",
    );
    expect(transfers([admit, leave])).toBe("100 12 inpatient assumed");
    expect(transfers([admit, word("leave", 12)])).toBe("");
  });

  it("happen once where a leave in hospital becomes a discharge", () => {
    const away = { disposition: "02" };
    expect(
      transfers([admit, word("leave", 12, away), word("discharge", 17, away)]),
    ).toBe("100 12 inpatient assumed");
  });

  it("happen once where a leave is told again before the return", () => {
    const away = { disposition: "02" };
    const leaves = [word("leave", 12, away), word("leave", 14, away)];
    expect(transfers([admit, ...leaves])).toBe("100 12 inpatient assumed");
    const back = word("return", 13);
    expect(transfers([admit, ...leaves, back])).toBe(
      "100 12 inpatient assumed, 100 14 inpatient assumed",
    );
    // Of a day the last word counts.
    const planned = word("leave", 12.25, { disposition: "82" });
    expect(transfers([admit, ...leaves, planned])).toBe(
      "100 12 inpatient planned assumed",
    );
  });

  it("end with the return that the census tells", () => {
    const away = word("discharge", 15.5, { disposition: "02" });
    const visit = hospital("admit", 30, "E");
    const back = row({ admitted_on: 17 });
    const told = (more: Word[], rows: CensusStay[]) =>
      derived([admit, away, visit, ...more], rows).transfers.map(
        ({ transferred_on, outcome }) => `${transferred_on} ${outcome}`,
      );
    expect(told([], [])).toEqual(["15 ed_only"]);
    const both = ["15 inpatient", "30 ed_only"];
    expect(told([], [back])).toEqual(both);
    // The message that ends this stay does not tell when it began.
    const end = word("discharge", 32, { visitNumber: "V2" });
    expect(told([end], [back])).toEqual(both);
  });

  it("do not end with the stay of the census that is left", () => {
    const left = word("leave", 10.5, { disposition: "02" });
    const end = word("discharge", 14);
    for (const words of [[left], [left, end]]) {
      expect(derived(words, [row()]).transfers).toMatchObject([
        { transferred_on: 10, outcome: "inpatient" },
      ]);
    }
  });

  const left = word("discharge", 15.5, { disposition: "02" });

  it.each([
    ["I", undefined, "inpatient"],
    ["E", undefined, "ed_only"],
    ["O", "OBS", "observation"],
  ])(
    "end as the hospital says: %s %s is %s",
    (patientClass, patientType, outcome) => {
      const visit = hospital("admit", 15.6, patientClass, { patientType });
      expect(transfers([admit, left, visit])).toBe(`100 15 ${outcome}`);
    },
  );

  it("end as the hospital says last", () => {
    const words = [
      admit,
      left,
      hospital("admit", 15.6, "E"),
      hospital("change_class", 15.9, "I"),
    ];
    expect(transfers(words)).toBe("100 15 inpatient");
  });

  it("end as the last of a hospital's visits says, where it numbers them apart", () => {
    const words = [
      admit,
      word("leave", 15, { disposition: "02" }),
      hospital("admit", 15.1, "E", { visitNumber: "H1" }),
      hospital("admit", 15.4, "I", { visitNumber: "H2" }),
      hospital("admit", 17, "E", { visitNumber: "H3" }),
      word("return", 18),
    ];
    expect(transfers(words)).toBe("100 15 inpatient");
  });

  it("stay assumed where the hospital's visit is cancelled, or is none of these", () => {
    const visit = hospital("admit", 15.6, "E");
    const cancelled = hospital("cancel_admit", 15.6, "E", saidAt(16));
    expect(transfers([admit, left, visit, cancelled])).toBe(
      "100 15 inpatient assumed",
    );
    expect(transfers([admit, left, hospital("admit", 15.6, "O")])).toBe(
      "100 15 inpatient assumed",
    );
  });

  it("take a visit up to a day after the return, and none after", () => {
    const back = word("admit", 17, { visitNumber: "V2" });
    const told = (day: number) =>
      transfers([admit, left, back, hospital("admit", day, "E")]);
    expect(told(18)).toBe("100 15 ed_only");
    expect(told(18.01)).toBe("100 15 inpatient assumed, 100 18 ed_only");
  });

  it("happen once where two visits of a day tell of them", () => {
    const again = hospital("admit", 12.5, "E", { visitNumber: "H2" });
    expect(transfers([admit, hospital("admit", 12, "E"), again])).toBe(
      "100 12 ed_only",
    );
  });

  it("are told by a hospital alone of a resident in house", () => {
    expect(transfers([admit, hospital("admit", 12, "E")])).toBe(
      "100 12 ed_only",
    );
    expect(transfers([admit, hospital("admit", 9, "E")])).toBe("");
  });

  const stored: CensusTransfer = {
    id: 1,
    facility_id: MAPLE,
    transferred_on: 15,
    outcome: "observation",
    planned: 0,
    ...NOTHING_KNOWN,
    said_ms: 20 * DAY,
  };

  it("of the census count against what is assumed, and against an earlier word", () => {
    expect(transfers([admit, left], [{ ...stored, said_ms: 0 }])).toBe(
      "100 15 observation",
    );
    const visit = hospital("admit", 15.6, "E");
    expect(transfers([admit, left, visit], [stored])).toBe(
      "100 15 observation",
    );
    expect(transfers([admit, left, visit], [{ ...stored, said_ms: 0 }])).toBe(
      "100 15 ed_only",
    );
  });
});

describe("any words", () => {
  const events = [
    "state",
    "state",
    "admit",
    "move",
    "discharge",
    "change_class",
    "update",
    "cancel_admit",
    "cancel_move",
    "cancel_discharge",
    "leave",
    "return",
  ] as const;
  const days = fc.integer({ min: 20, max: 160 }).map((day) => day / 4);
  const moments = fc.oneof(
    days.map(moment),
    days.map((day) => ({ ...moment(Math.floor(day)), isDayAlone: true })),
    // It may have been up to a later hour of that day.
    fc.tuple(days, fc.constantFrom(0.25, 0.75)).map(([day, hours]) => ({
      ...moment(Math.floor(day)),
      isDayAlone: true,
      lastMs: moment(Math.floor(day) + hours).ms,
    })),
  );
  const anyWord = fc
    .record({
      event: fc.constantFrom(...events),
      day: fc.option(days, { nil: null }),
      facilityId: fc.constantFrom(MAPLE, CEDAR),
      role: fc.constantFrom("facility", "hospital"),
      saidMs: days.map((day) => day * DAY),
      visitNumber: fc.constantFrom("V1", "V2", null),
      npi: fc.constantFrom(1, 2, null, undefined),
      admitSource: fc.constantFrom("1", "4", null, undefined),
      disposition: fc.constantFrom("01", "02", "82", null, undefined),
      patientClass: fc.constantFrom("I", "E", "O", undefined),
      patientType: fc.constantFrom("OBS", undefined),
      isnp: fc.constantFrom(true, false, undefined),
      unit: fc.constantFrom("1 North", "2 West", null, undefined),
      hospital: fc.constantFrom("GENERAL", "Mercy", undefined),
      reason: fc.constantFrom("Fever", "Fall", undefined),
      diagnosis: fc.constantFrom("Sepsis", "Bruise", undefined),
      admitted: fc.oneof(fc.constantFrom(null, undefined), moments),
      discharged: fc.oneof(fc.constantFrom(null, undefined), moments),
    })
    .map(({ event, day, ...more }) => word(event, day, more as Partial<Word>));
  const census = fc.array(
    fc
      .record({ day: days, nights: fc.option(fc.integer({ min: 0, max: 9 })) })
      .map(({ day, nights }) => {
        const admitted_on = Math.floor(day);
        const discharged_on = nights === null ? null : admitted_on + nights;
        const unit = nights === 1 ? "Memory care" : null;
        const days = { admitted_on, discharged_on };
        return row({ id: day * 4, ...days, unit, said_ms: 20 * DAY });
      }),
    { maxLength: 2 },
  );

  it("give the same stays and transfers in whatever order they come, and however often", () => {
    fc.assert(
      fc.property(
        fc.array(anyWord, { maxLength: 12 }),
        census,
        fc.infiniteStream(fc.integer()),
        (words, rows, random) => {
          const mixed = [...words, ...words.slice(0, 3)]
            .map((one) => ({ one, at: random.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one);
          const inOrder = derived(words, rows);
          const inAnother = derived(mixed, rows);
          expect(inAnother.stays).toEqual(inOrder.stays);
          expect(inAnother.transfers).toEqual(inOrder.transfers);
          expect(inAnother.waiting).toEqual(inOrder.waiting);
        },
      ),
    );
  });

  it("give no stay that ends before it begins, and no transfer of an hour twice in a facility", () => {
    fc.assert(
      fc.property(
        fc.array(anyWord, { maxLength: 12 }),
        census,
        (words, rows) => {
          const { stays: all, transfers: moves } = derived(words, rows);
          const hourOf = (minute: number | null) =>
            minute === null ? "" : ` at ${minute}`;
          for (const { admitted_on, discharged_on } of all) {
            expect(discharged_on ?? Infinity).toBeGreaterThanOrEqual(
              admitted_on,
            );
          }
          const keys = moves.map(
            ({ facility_id, transferred_on, outcome, minute_of_day }) =>
              `${facility_id} ${transferred_on} ${outcome}${hourOf(minute_of_day)}`,
          );
          expect(new Set(keys).size).toBe(keys.length);
        },
      ),
    );
  });
});

function state(said: number, more: Partial<Word>): Word {
  const times = { admitted: moment(10), discharged: null };
  return word("state", 10, { ...times, ...saidAt(said), ...more });
}

const e1 = { encounterId: "e1" };

test.each<[string, Partial<Word>[], number]>([
  ["has no number, and then one", [e1, { ...e1, visitNumber: "A" }], 1],
  [
    "has its numbers in another order",
    ["A", "B"].map((visitNumber) => ({ ...e1, visitNumber })),
    1,
  ],
  [
    "has a number that goes",
    ["A", "e1"].map((visitNumber) => ({ ...e1, visitNumber })),
    1,
  ],
  [
    "has the number of another Encounter's visit",
    [
      { ...e1, visitNumber: "A" },
      { encounterId: "e2", visitNumber: "A" },
    ],
    1,
  ],
  ["is another one", [e1, { encounterId: "e2" }], 2],
  [
    "is told by HL7 too, under any of its numbers",
    [
      { ...e1, visitNumber: "A" },
      { ...e1, visitNumber: "B" },
      { visitNumber: "A" },
    ],
    1,
  ],
  ["stands beside a visit of HL7", [e1, { visitNumber: "A" }], 2],
])("an Encounter that %s", (_, told, visits) => {
  const words = told.map((one, at) =>
    state(11 + at, { visitNumber: null, ...one }),
  );
  for (const some of [words, [...words].reverse()]) {
    const numbers = byEncounter(some).map(({ visitNumber }) => visitNumber);
    expect(new Set(numbers).size).toBe(visits);
    expect(derived(some).stays).toHaveLength(visits);
  }
});

test("visits of HL7 keep their numbers", () => {
  const words = [word("admit", 10), word("admit", 12, { visitNumber: null })];
  expect(byEncounter(words)).toEqual(words);
});
