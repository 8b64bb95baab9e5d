import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import { rebuildFigures } from "~server/measures/rebuild";
import { raiseVersion } from "~server/store/data-state";
import { DoubtfulCompany, TODAY } from "~server/testing/doubtful-company";
import type { TestApi } from "~server/testing/open-test-api";
import { visitSignals } from "./service";

type Places = Parameters<typeof visitSignals.run>[1]["places"];

const PLACES: Places = [{ level: "region", id: 11 }];

describe("a visit to signals", () => {
  let company: DoubtfulCompany;
  let api: TestApi;
  let userId: number;
  let residents: number[];
  beforeEach(async () => {
    company = await DoubtfulCompany.open();
    ({ api } = company);
    // Residents at 111 for years, who go to hospital in every month.
    residents = [];
    for (let one = 0; one < 3; one += 1) {
      residents.push(await company.stay(1_200, null));
    }
    for (let month = 0; month < 40; month += 1) {
      for (const resident of residents) {
        await company.transfer(resident, 20 + 30 * month);
      }
    }
    await rebuildFigures(api.deps.store.db);
    userId = await api.addUser({ accessLevel: "company" });
  });
  afterEach(() => api.close());

  async function signIn() {
    api.advance(60_000);
    return (await api.deps.sessions.start(userId)).token;
  }

  async function visit(token: string, places = PLACES) {
    const { answer } = await api.ask(token, visitSignals, { places });
    return answer?.news ?? [];
  }

  /** So many that the newest month is far outside of its limits. */
  async function outbreak() {
    for (const resident of residents) {
      for (let day = 1; day <= 13; day += 1) {
        await company.transfer(resident, day);
      }
    }
    await api.deps.store.db.transaction().execute(async (trx) => {
      await rebuildFigures(trx);
      await raiseVersion(trx, "all");
    });
  }

  it("tells as new what came since the visit before, and for all of the next one", async () => {
    const first = await visit(await signIn());
    expect(first).toEqual([
      { level: "region", id: 11, fresh: [], unusual: [] },
    ]);
    await outbreak();
    const second = await signIn();
    const fresh = (await visit(second))[0]?.fresh ?? [];
    expect(fresh).toContainEqual({ child: 111, graph: "hosp_1000" });
    expect(fresh).toContainEqual({ child: null, graph: "hosp_1000" });
    expect((await visit(second))[0]?.unusual).toEqual(fresh);
    expect((await visit(second))[0]?.fresh).toEqual(fresh);
    expect((await visit(await signIn()))[0]?.fresh).toEqual([]);
  });

  it("leaves out places without anything to count, and those that are gone or not the viewer's", async () => {
    const token = await signIn();
    expect(await visit(token, [{ level: "division", id: 2 }])).toEqual([]);
    const gone = { level: "region", id: 99 } as const;
    const told = await visit(token, [gone, ...PLACES]);
    expect(told.map(({ id }) => id)).toEqual([11]);
    const id = await api.addUser({ accessLevel: "region", ids: [12] });
    const other = (await api.deps.sessions.start(id)).token;
    expect(await visit(other, PLACES)).toEqual([]);
  });

  it("keeps what two first ones at once have seen", async () => {
    const token = await signIn();
    const facility: Places = [{ level: "facility", id: 111 }];
    await Promise.all([visit(token), visit(token, facility)]);
    const row = await api.deps.store.db
      .selectFrom("signal_visits")
      .select("known_now")
      .executeTakeFirstOrThrow();
    expect(Object.keys(JSON.parse(row.known_now) as object).sort()).toEqual([
      "facility/111",
      "region/11",
    ]);
  });

  it("goes with the user, and names nobody", async () => {
    await visit(await signIn());
    const { db } = api.deps.store;
    const [row] = await db.selectFrom("signal_visits").selectAll().execute();
    expect(row).toMatchObject({ user_id: userId, known_before: "{}" });
    expect(Object.keys(JSON.parse(row?.known_now ?? "{}") as object)).toEqual([
      "region/11",
    ]);
    expect(row?.known_now).not.toMatch(/Ada|Resident/);
    expect(row?.signed_in_at.slice(0, 10)).toBe(isoDayOf(TODAY));
    await db.deleteFrom("users").where("id", "=", userId).execute();
    expect(await db.selectFrom("signal_visits").selectAll().execute()).toEqual(
      [],
    );
  });
});
