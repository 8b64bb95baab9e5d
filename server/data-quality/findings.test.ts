import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import { DoubtfulCompany, TODAY } from "~server/testing/doubtful-company";

describe("what looks wrong in the census of a facility", () => {
  let company: DoubtfulCompany;
  beforeEach(async () => {
    company = await DoubtfulCompany.open();
  });
  afterEach(() => company.api.close());

  it("comes by name, with residents in house at the end of the reach and certified beds", async () => {
    await company.stay(50, null);
    await company.stay(50, 1);
    await company.stay(50, 0);
    await company.stay(50, 4, { facility_id: 112 });
    await company.stay(4, null, { facility_id: 112 });
    await company.api.deps.store.db
      .updateTable("facilities")
      .set({ beds: 60 })
      .where("id", "=", 111)
      .execute();
    const { data, next } = await company.ask();
    expect(data.map((row) => row.facility_name)).toEqual([
      "Alder House",
      "Birch House",
      "Maple House",
      "Willow House",
    ]);
    expect(next).toBeNull();
    // The one of 112 who came after its reach is not known to be in house, and who left after it still is.
    expect(data[0]).toMatchObject({ residents: 1, stays: 1, beds: null });
    expect(data[3]).toMatchObject({
      residents: 1,
      stays: 3,
      beds: 60,
    });
  });

  it("does not know the residents in house of a facility whose reach is not known", async () => {
    await company.stay(50, null);
    const residents = async () => (await company.rowOf(111))?.residents;
    expect(await residents()).toBe(1);
    await company.api.deps.store.db
      .updateTable("facilities")
      .set({ data_through: null })
      .where("id", "in", [111, 211])
      .execute();
    await company.change();
    expect(await residents()).toBeNull();
    // Who is known stands before who is not.
    const { data } = await company.ask({ sort: "residents", dir: "desc" });
    expect(data.map((row) => row.residents)).toEqual([0, 0, null, null]);
  });

  it("counts stays without a physician, of the last year alone", async () => {
    await company.stay(400, 366, { npi: null });
    await company.stay(400, 365, { npi: null, mrn: "older" });
    await company.stay(40, null, { npi: null, mrn: "new" });
    expect(await company.rowOf(111)).toMatchObject({
      no_physician: 2,
      stays: 2,
    });
    expect(await company.numbersIn("no_physician")).toEqual(["new", "older"]);
  });

  it("counts stays that have a night in common, wherever the other one is", async () => {
    const ada = await company.stay(50, 20, { mrn: "A" });
    await company.stay(21, 10, { patient_id: ada, facility_id: 211 });
    const ben = await company.stay(50, 20, { mrn: "B" });
    await company.stay(20, null, { patient_id: ben });
    expect(await company.rowOf(111)).toMatchObject({
      overlapping_stays: 1,
      stays_in_doubt: 1,
    });
    expect(await company.rowOf(211)).toMatchObject({ overlapping_stays: 1 });
    expect(await company.numbersIn("overlapping_stays")).toEqual(["A"]);
  });

  it("counts stays whose record number is that of another resident there", async () => {
    await company.stay(50, 20, { mrn: "7" });
    await company.stay(30, null, { mrn: "7" });
    await company.stay(30, null, { mrn: "7", facility_id: 211 });
    expect(await company.rowOf(111)).toMatchObject({ shared_mrn: 2 });
    expect(await company.rowOf(211)).toMatchObject({ shared_mrn: 0 });
  });

  it("counts discharges after which a resident is back from hospital within three days, and no transfer says so", async () => {
    const back = (patient_id: number, day: number) =>
      company.stay(day, null, { patient_id, admitted_from: "hospital" });
    await back(await company.stay(90, 30, { mrn: "untold" }), 27);
    await back(await company.stay(90, 30, { mrn: "late" }), 26);
    const told = await company.stay(90, 30, { mrn: "told" });
    await company.transfer(told, 45, { stay_id: told });
    await back(told, 30);
    expect(await company.rowOf(111)).toMatchObject({
      hospital_without_transfer: 1,
    });
    expect(await company.numbersIn("hospital_without_transfer")).toEqual([
      "untold",
    ]);
  });

  it("counts transfers that no stay holds, and outcomes that are assumed", async () => {
    const id = await company.stay(90, 30);
    await company.transfer(id, 40, { stay_id: id, assumed: 1 });
    await company.transfer(id, 20);
    await company.transfer(id, 366);
    // A return to hospital, from home: it counts for the stay that began 30 days before it.
    await company.transfer(await company.stay(90, 70), 60);
    expect(await company.rowOf(111)).toMatchObject({
      transfer_outside_stay: 1,
      assumed_outcome: 1,
      stays: 2,
      stays_in_doubt: 1,
    });
    expect((await company.listOf("assumed_outcome")).rows).toMatchObject([
      { transferred_on: isoDayOf(TODAY - 40), outcome: "inpatient" },
    ]);
    expect((await company.listOf("transfer_outside_stay")).rows).toMatchObject([
      { transferred_on: isoDayOf(TODAY - 20), admitted_on: null },
    ]);
  });
});
