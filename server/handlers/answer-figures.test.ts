import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Level } from "~/domain/places/hierarchy";
import { readDataVersion } from "~server/data-version/service";
import { changeFigures } from "~server/measures/change-figures";
import {
  ADA,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { raiseVersion } from "~server/store/data-state";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import type { Question } from "~server/measures/question";
import { openedForEach } from "~server/testing/opened";

const COMPANY: TestUser = { accessLevel: "company" };
const PATH = `/api/metrics/company/0/${QUARTER}`;
const WIDE: Question = { facilityIds: "all", isnp: false, from: 0, to: 1 };

describe("figures that many wait for", () => {
  let api: TestApi;
  const ends: (() => void)[] = [];
  beforeEach(async () => {
    api = await openHandMadeCensus();
    for (const userId of [901, 902, 903]) {
      const { signal } = new AbortController();
      void api.deps.readings.whenFree(
        WIDE,
        { userId, signal },
        () => new Promise<void>((resolve) => ends.push(resolve)),
      );
    }
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    await api.close();
  });

  it("come to whoever stays when the first who asked has left", async () => {
    const ask = async (signal?: AbortSignal) => {
      const { token } = await api.signIn({ accessLevel: "company" });
      return api.fetch(PATH, { headers: { "x-access-token": token }, signal });
    };
    const asked = vi.spyOn(api.deps.cache, "remember");
    const hasAsked = (times: number) =>
      vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(times));
    const leaving = new AbortController();
    const first = ask(leaving.signal);
    // Whoever asks first has the reading that the other shares: the order of two sign-ins is nobody's.
    await hasAsked(1);
    const second = ask();
    await hasAsked(2);
    leaving.abort();
    expect((await first).status).toBe(503);
    for (const end of ends.splice(0)) end();
    expect((await second).status).toBe(200);
  });

  it("are not waited for by those who ask about a facility", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const answer = await api.get(`/api/metrics/facility/111/${QUARTER}`, token);
    expect(answer.status).toBe(200);
  });
});

describe("figures that are remembered", () => {
  const api = openedForEach(() => openHandMadeCensus());

  const ask = async (path: string, user: TestUser = COMPANY) => {
    const { token } = await api.signIn(user);
    const answer = await api.get(`/api/${path}`, token);
    expect(answer.status).toBe(200);
    return answer.json();
  };

  /** Which of the calls read the database for their figures. */
  async function asksAnew(paths: readonly string[]): Promise<string[]> {
    const read = vi.spyOn(api.deps.replicas, "read");
    const again: string[] = [];
    for (const path of paths) {
      read.mockClear();
      await ask(path);
      if (read.mock.calls.length > 0) again.push(path);
    }
    read.mockRestore();
    return again;
  }

  /** The stays of a facility are given another physician, or none, as an import does. */
  async function giveStays(facilityId: number, npi: number | null) {
    const { db } = api.deps.store;
    await db.transaction().execute(async (trx) => {
      await raiseVersion(trx, "named");
      const stays = await trx
        .selectFrom("stays")
        .where("facility_id", "=", facilityId)
        .select("patient_id")
        .execute();
      const patientIds = stays.map(({ patient_id }) => patient_id);
      await changeFigures(trx, patientIds, async () => {
        await trx
          .updateTable("stays")
          .set({ npi })
          .where("facility_id", "=", facilityId)
          .execute();
      });
    });
  }

  it("stay so while only data of other regions change", async () => {
    const calls = ["metrics", "summary", "frailty", "medicalstaff"];
    const of = (place: string) =>
      calls
        .filter((call) => call !== "summary" || !place.startsWith("facility"))
        .map((call) => `${call}/${place}/${QUARTER}`);
    const here = [...of("region/11"), ...of("facility/111")];
    const above = [...of("division/1"), ...of("company/0")];
    const elsewhere = [...of("region/21"), ...of("facility/211")];
    const all = [...here, ...above, ...elsewhere];
    expect(await asksAnew(all)).toEqual(all);
    expect(await asksAnew(all)).toEqual([]);
    await giveStays(111, null);
    const staff = elsewhere.filter((path) => path.startsWith("medicalstaff"));
    expect(await asksAnew(all)).toEqual([...here, ...above, ...staff]);
    const { db } = api.deps.store;
    await raiseVersion(db, "all");
    expect(await asksAnew(all)).toEqual(all);
  });

  it("have the version that is told of their place, until its data change", async () => {
    const places = ["company/0", "region/11", "facility/111", "facility/211"];
    const shown = () =>
      Promise.all(
        places.map(async (place) => {
          const answer = await ask(`metrics/${place}/${QUARTER}`);
          return (answer as { data_version: string }).data_version;
        }),
      );
    const { token } = await api.signIn(COMPANY);
    const told = () =>
      Promise.all(
        places.map(async (place) => {
          const [level, id] = place.split("/");
          const input = { level: level as Level, id: Number(id) };
          const { answer } = await api.ask(token, readDataVersion, input);
          return answer?.version;
        }),
      );
    const before = await told();
    expect(await shown()).toEqual(before);
    await giveStays(111, null);
    const after = await told();
    expect(await shown()).toEqual(after);
    const isSame = after.map((version, at) => version === before[at]);
    expect(isSame).toEqual([false, false, false, true]);
  });

  it("tell in how many facilities a physician works by now", async () => {
    const facilities = async (user: TestUser) => {
      const staff = (await ask(
        `medicalstaff/facility/211/${QUARTER}`,
        user,
      )) as {
        data: { id: number; facility_count: number }[];
      };
      return staff.data.find(({ id }) => id === ADA)?.facility_count;
    };
    const visitor: TestUser = { accessLevel: "facility", ids: [211] };
    expect(await facilities(COMPANY)).toBe(3);
    expect(await facilities(visitor)).toBe(1);
    await giveStays(111, null);
    expect(await facilities(COMPANY)).toBe(2);
    expect(await facilities(visitor)).toBe(1);
  });
});
