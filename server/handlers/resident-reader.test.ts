import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { trailOf } from "~server/audit/testing/trail-of";
import {
  ADA,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

const ROWS_OF_RESIDENTS = [
  `/api/summary/physician/${ADA}/${QUARTER}`,
  `/api/metricdatacsv/facility/111/${QUARTER}?measure_name=snf_adm`,
  `/api/metricdatacsv/physician/${ADA}/${QUARTER}?measure_name=days_of_care`,
];
const FIGURES = [
  `/api/metrics/facility/111/${QUARTER}`,
  `/api/metrics/physician/${ADA}/${QUARTER}`,
  `/api/summary/region/11/${QUARTER}`,
  `/api/medicalstaff/facility/111/${QUARTER}`,
  `/api/frailty/facility/111/${QUARTER}`,
  `/api/physician/${ADA}/`,
];

describe.each(TEST_DIALECTS)("an account manager on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openHandMadeCensus(dialect);
  });
  afterEach(() => {
    api.deps.accountManagersRead = true;
  });
  afterAll(() => api.close());

  async function statusesOf(
    paths: readonly string[],
    accessLevel: "account_manager" | "admin" = "account_manager",
  ): Promise<[string, number][]> {
    const { token } = await api.signIn({ accessLevel });
    return Promise.all(
      paths.map(async (path): Promise<[string, number]> => {
        const response = await api.get(path, token);
        await response.text();
        return [path, response.status];
      }),
    );
  }

  const all = (paths: readonly string[], status: number) =>
    paths.map((path): [string, number] => [path, status]);

  it("reads rows of residents where nothing else is said", async () => {
    expect(await statusesOf(ROWS_OF_RESIDENTS)).toEqual(
      all(ROWS_OF_RESIDENTS, 200),
    );
  });

  it("reads none where they are closed, and no record says so", async () => {
    api.deps.accountManagersRead = false;
    const before = await trailOf(api);
    expect(await statusesOf(ROWS_OF_RESIDENTS)).toEqual(
      all(ROWS_OF_RESIDENTS, 403),
    );
    expect(await trailOf(api)).toEqual(before);
  });

  it("reads figures all the same, and others read rows as before", async () => {
    api.deps.accountManagersRead = false;
    expect(await statusesOf(FIGURES)).toEqual(all(FIGURES, 200));
    expect(await statusesOf(ROWS_OF_RESIDENTS, "admin")).toEqual(
      all(ROWS_OF_RESIDENTS, 200),
    );
  });
});
