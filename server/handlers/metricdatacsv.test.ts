import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { storedTrail } from "~server/audit/testing/trail-of";
import {
  ADA,
  BEN,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { PAGE_ROWS } from "~server/measures/metric-rows";
import { concernFacilities } from "~server/measures/place-versions";
import { addAdmissions } from "~server/measures/testing/add-admissions";
import { Refusal } from "~server/refusal";
import { raiseVersion } from "~server/store/data-state";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { openedForAll } from "~server/testing/opened";

const COMPANY: TestUser = { accessLevel: "company" };
const MANY = 5_000;
/** A limit against hanging, not a measure. */
const SOON_MS = 10_000;

type Row = Record<string, string>;

describe.each(TEST_DIALECTS)("the rows behind a figure on %s", (dialect) => {
  const api = openedForAll(() => openHandMadeCensus(dialect));

  async function ask(
    path: string,
    measure: string,
    { user = COMPANY, query = "" } = {},
  ): Promise<Response> {
    const { token } = await api.signIn(user);
    return api.get(
      `/api/metricdatacsv/${path}?measure_name=${measure}${query}`,
      token,
    );
  }

  async function rows(
    path: string,
    measure: string,
    options: { user?: TestUser; query?: string } = {},
  ): Promise<Row[]> {
    const response = await ask(path, measure, options);
    if (response.status === 204) return [];
    expect(response.status).toBe(200);
    return parse(await response.text(), { columns: true, bom: true });
  }

  function column(found: readonly Row[], name: string) {
    return found.map((row) => row[name]);
  }

  it("tell who, where and when, and the event that made an admission count", async () => {
    const [stay2, ...others] = await rows(`facility/111/${QUARTER}`, "rth");
    expect(others).toEqual([]);
    expect(stay2).toEqual({
      facility_id: "111",
      facility_name: "Willow House",
      physician_npi: String(BEN),
      physician_first_name: "First",
      physician_last_name: `Physician ${BEN}`,
      patient_id: "2",
      mrn: "",
      patient_first_name: "First",
      patient_last_name: "Patient 2",
      stay_id: "2",
      admitted_on: "2026-01-10",
      discharged_on: "2026-01-20",
      admitted_from: "hospital",
      isnp: "false",
      event_on: "2026-01-20",
      event_outcome: "inpatient",
      event_planned: "false",
      event_facility_id: "111",
      event_facility_name: "Willow House",
      days_to_event: "10",
      census_mark: "",
    });
  });

  it.each([
    ["snf_adm", ["2", "4", "7", "3", "8", "9"]],
    ["ach_adm", ["2", "3", "8", "9"]],
    ["rth", ["2", "8"]],
    ["ed", ["3", "8"]],
    // By facility and admission; patients 2 and 4 by the newer of two stays.
    ["patient_count", ["1", "4", "7", "3", "8", "9"]],
    ["days_of_care", ["1", "2", "4", "6", "7", "3", "8", "9"]],
    ["pd_lt_doc", ["1", "6"]],
  ])("of %s are these stays", async (measure, stays) => {
    const found = await rows(`company/0/${QUARTER}`, measure);
    expect(column(found, "stay_id")).toEqual(stays);
  });

  it("are a physician's, those without one, a facility's and ISNP ones where that is asked", async () => {
    const stays = async (path: string, options = {}) =>
      column(await rows(path, "snf_adm", options), "stay_id");
    expect(await stays(`physician/${ADA}/${QUARTER}`)).toEqual(["3", "8"]);
    expect(await stays(`physician/0/${QUARTER}`)).toEqual(["4"]);
    expect(
      await stays(`physician/${ADA}/${QUARTER}`, { query: "&facility_id=211" }),
    ).toEqual(["8"]);
    const year = "company/0/2025-07-01/2026-06-15/";
    expect(await stays(year, { query: "&isnp=true" })).toEqual(["6"]);
    const user: TestUser = { accessLevel: "region", ids: [11], isnpOnly: true };
    const region = "region/11/2025-07-01/2026-06-15/";
    expect(await stays(region, { user, query: "&isnp=false" })).toEqual(["6"]);
  });

  it("name no place to those who may not see it", async () => {
    // Stay 3 in facility 112 counts for an ED visit in another facility.
    const [seen] = await rows(`facility/112/${QUARTER}`, "ed");
    expect(seen?.event_facility_id).not.toBe("112");
    expect(seen?.event_facility_id).not.toBe("");
    const user: TestUser = { accessLevel: "facility", ids: [112] };
    const [hidden] = await rows(`facility/112/${QUARTER}`, "ed", { user });
    expect(hidden).toEqual({
      ...seen,
      event_facility_id: "",
      event_facility_name: "Another facility",
    });
  });

  it("leave a record before they are read and one of how many were, without a name", async () => {
    const logged = api.logged.length;
    const { token } = await api.signIn({ ...COMPANY, username: "auditee" });
    const query = "?measure_name=days_of_care&facility_id=112";
    const path = `/api/metricdatacsv/company/0/${QUARTER}${query}`;
    await (await api.get(path, token)).text();
    const of = {
      level: "company",
      subject_id: 0,
      facility_id: 112,
      measure: "days_of_care",
      from: "2026-01-01",
      to: "2026-03-31",
    };
    expect(records(api, logged)).toEqual([
      { ...of, ending: "begun" },
      { ...of, ending: "complete", rows: 3 },
    ]);
    expect(JSON.stringify(api.logged.slice(logged))).not.toMatch(
      /Patient|House|auditee/,
    );
  });
});

describe.each(TEST_DIALECTS)("an export of many rows on %s", (dialect) => {
  const api = openedForAll(() => openHandMadeCensus(dialect));
  let token: string;
  beforeAll(async () => {
    await addAdmissions(api, MANY);
    ({ token } = await api.signIn(COMPANY));
  });

  const pathOf = (place: string) =>
    `/api/metricdatacsv/${place}/${QUARTER}?measure_name=snf_adm`;
  const path = pathOf("company/0");

  async function begin(place = "company/0") {
    const response = await api.get(pathOf(place), token);
    const reader = response.body?.getReader();
    if (!reader) throw new Error("no body");
    return reader;
  }

  function lines(bytes: Uint8Array | undefined): number {
    return new TextDecoder().decode(bytes).split("\r\n").length - 1;
  }

  it("comes in parts, in a fixed order, each row once", async () => {
    const reader = await begin();
    const first = await reader.read();
    // A header row and a page.
    expect(lines(first.value)).toBe(PAGE_ROWS + 1);
    let text = new TextDecoder().decode(first.value);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
    }
    const found: Row[] = parse(text, { columns: true, bom: true });
    const ids = found.map((row) => Number(row.stay_id));
    expect(new Set(ids).size).toBe(MANY + 6);
    const order = found.map((row) =>
      [row.facility_id, row.admitted_on, row.stay_id?.padStart(9, "0")].join(),
    );
    expect(order).toEqual([...order].sort());
    expect(await (await api.get(path, token)).text()).toBe(
      text.replace("\uFEFF", ""),
    );
  });

  it("is of the moment when it began, whatever changes while it is taken", async () => {
    const alone = await (await api.get(path, token)).text();
    const logged = api.logged.length;
    const reader = await begin();
    let text = "";
    for (let part = 0; ; part++) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
      if (part < 3) await changeStays();
    }
    expect(text.replace("\uFEFF", "")).toBe(alone);
    expect(records(api, logged)).toMatchObject([
      { ending: "begun" },
      { rows: MANY + 6, ending: "complete" },
    ]);
    expect(await (await api.get(path, token)).text()).not.toBe(alone);
  });

  /** Moves every admission by a day, as messages and imports do: with another version of what it concerns. */
  const changeStays = () =>
    api.deps.store.db.transaction().execute(async (trx) => {
      await raiseVersion(trx, "named");
      await trx
        .updateTable("stays")
        .set((eb) => ({ admitted_on: eb("admitted_on", "-", 1) }))
        .where("id", ">=", 1_000)
        .execute();
      await concernFacilities(trx, [112, 211]);
    });

  it("is not begun where the places change between the question and the reading", async () => {
    const { replicas, store } = api.deps;
    const logged = api.logged.length;
    api.deps.replicas = {
      ...replicas,
      async read(state, read) {
        await store.db.transaction().execute((trx) => raiseVersion(trx, "all"));
        return replicas.read(state, read);
      },
    };
    const response = await api.get(path, token);
    api.deps.replicas = replicas;
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await response.json()).toMatchObject({
      error: "The data have just changed. Please try again.",
    });
    expect(records(api, logged)).toEqual([]);
    await (await begin()).cancel();
  });

  it("reads nothing more when its reader gives up", async () => {
    const logged = api.logged.length;
    const reader = await begin();
    await reader.read();
    await reader.cancel();
    expect(records(api, logged)).toMatchObject([
      { ending: "begun" },
      { rows: PAGE_ROWS, ending: "cancelled" },
    ]);
  });

  it("is on record before its first byte, and not given out where it cannot be", async () => {
    const reader = await begin();
    const stored = await storedTrail(api.deps.store.db, "export_rows");
    expect(stored.at(-1)?.details).toMatchObject({ ending: "begun" });
    await reader.cancel();
    const { audit } = api.deps;
    api.deps.audit = {
      ...audit,
      record: () => Promise.reject(new Refusal(503, "Full.")),
    };
    for (let times = 0; times < 5; times++) {
      // Each makes room for the next.
      expect((await api.get(path, token)).status).toBe(503);
    }
    api.deps.audit = audit;
    await (await begin()).cancel();
  });

  it("holds nothing open while its reader waits, once it is read", async () => {
    const reader = await begin();
    await reader.read();
    const { db } = api.deps.store;
    // A snapshot that was held would hold a lock on what it has read.
    const lock = () =>
      db.transaction().execute(async (writing) => {
        await writing
          .updateTable("data_state")
          .set({ origin: "import" })
          .execute();
        if (dialect === "postgres") {
          await sql`lock table stays in access exclusive mode nowait`.execute(
            writing,
          );
        }
      });
    await vi.waitFor(lock, SOON_MS);
    if (dialect === "sqlite") {
      const checkpoint = sql`pragma wal_checkpoint(truncate)`;
      await vi.waitFor(async () => {
        const { rows } = await checkpoint.execute(db);
        expect(rows).toMatchObject([{ busy: 0 }]);
      }, SOON_MS);
    }
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
  });
});

/** What the lines of the log tell of exports, which are those of the trail. */
function records(api: TestApi, from: number) {
  return api.logged
    .slice(from)
    .filter((line) => line.event === "audit.export_rows")
    .map(({ details }) => details);
}
