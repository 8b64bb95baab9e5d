import { describe, expect, it } from "vitest";
import {
  DAY,
  CEDAR,
  derived,
  moment,
  row,
  saidAt,
  stays,
  word,
} from "./testing/said-words";

describe("a stay of the census and one of messages are one", () => {
  const admit = word("admit", 10.4, saidAt(10.5));
  const corrected = word("update", 13, { admitted: moment(9) });

  it("where they began on the same day, as any word of the visit has it", () => {
    expect(stays([admit, corrected], [row()])).toBe("100 9-");
    expect(stays([admit, corrected], [row({ said_ms: 30 * DAY })])).toBe(
      "100 10-",
    );
    const again = word("admit", 11, saidAt(14));
    const neverWas = word("cancel_admit", 10, saidAt(13));
    expect(stays([admit, neverWas, again], [row()])).toBe("100 11-");
    const states = [10, 9].map((day) =>
      word("state", day, {
        ...saidAt(23 - day),
        admitted: moment(day),
        discharged: null,
      }),
    );
    expect(stays(states, [row()])).toBe("100 9-");
  });

  it("where an update alone tells of a stay that overlaps, few days apart", () => {
    expect(stays([corrected], [row()])).toBe("100 9-");
    expect(stays([corrected], [row({ said_ms: 30 * DAY })])).toBe("100 10-");
    const later = word("update", 16, { admitted: moment(15) });
    const ended = row({ discharged_on: 14 });
    expect(stays([later], [ended])).toBe("100 10-14, 100 15-");
    expect(
      stays([corrected], [row({ facility_id: CEDAR })]).split(", "),
    ).toHaveLength(2);
    const monthLater = word("update", 46, { admitted: moment(45) });
    expect(stays([monthLater], [row()])).toBe("100 10-, 100 45-");
  });

  it("where no other stay is nearer", () => {
    const rows = [
      row({ id: 1, discharged_on: 12 }),
      row({ id: 2, admitted_on: 13 }),
    ];
    const more = word("update", 14, { admitted: moment(12) });
    expect(stays([more], rows)).toBe("100 10-12, 100 12-");
    const other = word("admit", 13, { visitNumber: "V2" });
    expect(stays([more, other], rows.slice(1))).toBe("100 12-, 100 13-");
  });

  it("but not where they were admitted again after a discharge", () => {
    const words = [admit, word("discharge", 15), word("admit", 20)];
    expect(stays(words, [row({ admitted_on: 20 })])).toBe("100 10-15, 100 20-");
    expect(
      stays(
        [...words, word("cancel_admit", 20, saidAt(21))],
        [row({ admitted_on: 20 })],
      ),
    ).toBe("100 10-15, 100 20-");
  });
});

describe("an update that tells the day of an admission alone", () => {
  const onDayAlone = (day: number) => ({
    ...moment(day),
    isDayAlone: true as const,
  });
  const words = [
    word("admit", 5.3),
    word("discharge", 10.4),
    word("admit", 10.6),
  ];

  it("leaves the hours of that day as they were told, and the stays apart", () => {
    const update = word("update", 11, { admitted: onDayAlone(10) });
    expect(stays([...words, update])).toBe("100 5-10, 100 10-");
    expect(derived([...words, update]).stays.at(-1)?.told?.admitted).toEqual(
      moment(10.6),
    );
  });

  it("leaves the hours of a discharge likewise", () => {
    const end = { ms: moment(11).ms - 1, day: 10, isDayAlone: true as const };
    const update = word("update", 11, { discharged: end });
    expect(stays([...words, update])).toBe("100 5-10, 100 10-");
  });

  it("still corrects the day", () => {
    const admit = word("admit", 5.3);
    const wrong = word("update", 6, { admitted: onDayAlone(4) });
    const right = word("update", 7, { admitted: onDayAlone(5) });
    expect(stays([admit, wrong])).toBe("100 4-");
    expect(stays([admit, wrong, right])).toBe("100 5-");
  });
});
