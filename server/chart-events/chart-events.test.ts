import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { phasesOfNotes } from "~/features/chart-events/rules/phases-of-notes";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { monthNumberOf } from "~/domain/graphs/chart-phases";
import { trailOf } from "~server/audit/testing/trail-of";
import { readPhasesOfPlaces } from "~server/measures/phases-of-places";
import {
  ChartedCompany,
  COMPANY,
  EVENT,
  FACILITY,
  PHASE,
} from "~server/testing/charted-company";
import {
  CHARTED_PLACES,
  RIGHTS_AT_CHARTED_PLACES,
  USERS,
} from "~server/testing/users-of-levels";
import { ROAMING_NPI } from "~server/testing/seed-organization";

describe("notes on charts", () => {
  let company: ChartedCompany;
  beforeAll(async () => {
    company = await ChartedCompany.open();
  });
  afterAll(() => company.api.close());

  it.each(RIGHTS_AT_CHARTED_PLACES)(
    "are read and written by %s where they may",
    async (who, expected) => {
      const asker = await company.signIn(USERS[who]);
      const found = [];
      for (const [level, id] of CHARTED_PLACES) {
        const place = `${level}/${id}`;
        const { status, mayWrite, notes } = await asker.read(place);
        const added = await asker.add(place, EVENT);
        expect(added.status === 204).toBe(mayWrite === true);
        // A number that is no note there: whoever may not write learns nothing of it.
        const ended = await asker.end(place, 999_999);
        expect(ended.status).toBe(
          mayWrite ? 404 : status === 200 ? 403 : status,
        );
        if (status !== 200) expect(added.status).toBe(status);
        expect(notes.every((note) => note.kind === "event")).toBe(true);
        found.push(status === 200 ? (mayWrite ? "w" : "r") : status);
      }
      expect(found).toEqual(expected);
    },
  );

  it("is nowhere for places that there are not, and for physicians", async () => {
    const asker = await company.signIn(COMPANY);
    expect((await asker.read("region/999")).status).toBe(404);
    expect((await asker.add("facility/999", EVENT)).status).toBe(404);
    expect((await asker.read(`physician/${ROAMING_NPI}`)).status).toBe(400);
  });
});

describe("an event", () => {
  let company: ChartedCompany;
  beforeAll(async () => {
    company = await ChartedCompany.open();
  });
  afterAll(() => company.api.close());

  it("is shown where it was written and below, and ended there alone", async () => {
    const region = await company.signIn({ accessLevel: "region", ids: [11] });
    await region.add("region/11", { ...EVENT, text: " A new contract " });
    const facility = await company.signIn(FACILITY);
    const { notes } = await facility.read("facility/111");
    expect(notes).toEqual([
      {
        id: expect.any(Number) as number,
        kind: "event",
        level: "region",
        placeId: 11,
        placeName: "Lakes",
        measures: ["rth_30", "ed_30"],
        from: "2026-03-14",
        text: "A new contract",
        version: 1,
        author: expect.any(String) as string,
        addedAt: "2026-06-15T12:00:00.000Z",
        endedBy: null,
        endedAt: null,
      },
    ]);
    const id = notes[0]?.id ?? 0;
    expect((await facility.end("facility/111", id)).status).toBe(404);
    const all = await company.signIn(COMPANY);
    expect((await all.read("region/12")).notes).toEqual([]);
    expect((await all.read("division/1")).notes).toEqual([]);
    expect((await region.end("region/11", id, 2)).status).toBe(409);
    expect((await region.end("region/11", id)).status).toBe(204);
    expect(await region.end("region/11", id)).toMatchObject({ status: 409 });
    expect((await facility.read("facility/111")).notes).toEqual([]);
    const [ended] = (await facility.read("facility/111", { ended: true }))
      .notes;
    expect(ended).toMatchObject({
      id,
      version: 2,
      endedAt: expect.any(String) as string,
    });
    const trail = await trailOf(company.api);
    expect(
      trail
        .filter(({ action }) => action.endsWith("chart_note"))
        .map(({ action, details }) => [action, details]),
    ).toEqual([
      [
        "add_chart_note",
        { kind: "event", note_id: id, level: "region", subject_id: 11 },
      ],
      [
        "end_chart_note",
        { kind: "event", note_id: id, level: "region", subject_id: 11 },
      ],
    ]);
  });

  it("may be of the day that it is at its facility", async () => {
    const asker = await company.signIn(FACILITY);
    const tomorrow = { ...EVENT, from: "2026-06-16" };
    const refused = await asker.add("facility/111", tomorrow);
    expect(refused).toMatchObject({ status: 400, field: "from" });
    const { db } = company.api.deps.store;
    const facility = db.updateTable("facilities").where("id", "=", 111);
    await facility.set({ time_zone: "Pacific/Auckland" }).execute();
    // At noon UTC it is midnight there.
    expect((await asker.add("facility/111", tomorrow)).status).toBeLessThan(
      300,
    );
    await facility.set({ time_zone: null }).execute();
  });

  it("is replaced where it was written alone, and by its newest version", async () => {
    const asker = await company.signIn({ accessLevel: "region", ids: [12] });
    await asker.add("region/12", EVENT);
    const [{ id: noteId = 0 } = {}] = (await asker.read("region/12")).notes;
    const replace = (place: string, version: number) =>
      asker.add(place, {
        ...EVENT,
        text: "Corrected",
        replaces: { noteId, version },
      });
    expect((await replace("region/12", 2)).status).toBe(409);
    expect((await replace("facility/112", 1)).status).toBe(403);
    expect((await replace("region/12", 1)).status).toBe(204);
    const { notes } = await asker.read("region/12");
    expect(notes.map(({ text }) => text)).toEqual(["Corrected"]);
    await asker.end("region/12", notes[0]?.id ?? 0);
  });

  it("has a hundred others beside it at most", async () => {
    const asker = await company.signIn({ accessLevel: "region", ids: [12] });
    for (let count = 0; count < 100; count += 1) {
      await asker.add("region/12", EVENT);
    }
    const refused = await asker.add("region/12", EVENT);
    expect(refused).toMatchObject({ status: 400, field: "text" });
    const [first] = (await asker.read("region/12")).notes;
    await asker.end("region/12", first?.id ?? 0);
    expect((await asker.add("region/12", EVENT)).status).toBe(204);
  });
});

describe("phases", () => {
  let company: ChartedCompany;
  beforeAll(async () => {
    company = await ChartedCompany.open();
  });
  afterAll(() => company.api.close());

  it("go together, and belong to the charts of their place alone", async () => {
    const asker = await company.signIn(COMPANY);
    const add = (note: typeof PHASE) => asker.add("region/11", note);
    expect((await add({ ...PHASE, from: "2025-03-20" })).status).toBe(204);
    expect(await add({ ...PHASE, from: "2025-03-02" })).toMatchObject({
      status: 400,
      field: "from",
    });
    expect((await add({ ...PHASE, from: "2026-05-09" })).status).toBe(204);
    // Other measures have charts of their own.
    expect(
      (await add({ ...PHASE, measures: ["ed_1000"], from: "2026-04-09" }))
        .status,
    ).toBe(204);

    const { notes } = await asker.read("region/11");
    expect(notes.map(({ kind, from }) => [kind, from])).toEqual([
      ["phase", "2025-03-01"],
      ["phase", "2026-05-01"],
      ["phase", "2026-04-01"],
    ]);
    expect((await asker.read("facility/111")).notes).toEqual([]);
    expect((await asker.read("division/1")).notes).toEqual([]);

    const many = await readPhasesOfPlaces(company.db, "region", [11, 12, 21]);
    expect([...many.keys()]).toEqual([11]);
    const [, , measure] = RATE_MEASURES;
    if (!measure) throw new Error("There is no third measure.");
    const first = monthNumberOf("2025-01-01");
    const phases = phasesOfNotes(many.get(11) ?? [], measure, first);
    expect(phases.begun).toEqual([first + 2, first + 16]);
  });
});
