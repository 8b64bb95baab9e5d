import { beforeEach, describe, expect, it } from "vitest";
import type { ResidentFindingKind } from "~/features/data-quality/rules/census-marks";
import {
  ALLOW_ALL,
  importRows,
  type CensusRows,
  type TestImport,
} from "~server/imports/testing/census-files";
import { openTestApi } from "~server/testing/open-test-api";
import { listCensus, listFindings } from "./service";
import { openedForEach } from "~server/testing/opened";

/** At 100 two residents have been for a year, of whom the notes of these days name one. Nobody was ever at 200. */
const CENSUS: CensusRows = {
  "divisions.csv": ["1,North"],
  "regions.csv": ["10,Lakes,1"],
  "facilities.csv": ["100,Willow,10,,,,,", "200,Fennel,10,,,,,"],
  "patients.csv": ["1,M1,Bel,One,", "2,M2,Cem,Two,"],
  "stays.csv": [
    "1,1,100,,2025-06-01,,community,false",
    "2,2,100,,2025-06-01,,community,false",
  ],
  "transfers.csv": [],
};

describe("the census of a facility", () => {
  const api = openedForEach(() => openTestApi());
  let token: string;
  beforeEach(async () => {
    ({ token } = await api.signIn({ accessLevel: "company" }));
    await bring(CENSUS);
  });

  async function bring(rows: CensusRows, how: TestImport = {}): Promise<void> {
    const now = new Date(api.deps.clock());
    const { outcome } = await importRows(api.deps.store, rows, {
      ...ALLOW_ALL,
      ...how,
      now,
    });
    expect(outcome).toBe("stored");
  }

  /** How many of a kind the row of a facility counts, and how many its list has. */
  async function countAndList(facility: number, kind: ResidentFindingKind) {
    const all = { place: null, page: 0 };
    const census = await api.ask(token, listCensus, all);
    const asked = { kind, facilityId: facility, page: 0 };
    const list = await api.ask(token, listFindings, asked);
    const { data } = census.answer!;
    return [
      data.find(({ facility_id }) => facility_id === facility)?.[kind],
      list.answer?.rows.length ?? 0,
    ];
  }

  it("counts what its list has after an import of a resident without a stay who was transferred", async () => {
    const outside = () => countAndList(200, "transfer_outside_stay");
    expect(await outside()).toEqual([0, 0]);
    await bring({
      "patients.csv": ["3,M3,Dov,Three,"],
      "transfers.csv": ["1,3,200,2026-06-05,inpatient,false"],
    });
    expect(await outside()).toEqual([1, 1]);
    await bring({ "deletions.csv": ["transfers,1"] });
    expect(await outside()).toEqual([0, 0]);
  });
});
