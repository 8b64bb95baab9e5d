import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import {
  BASELINE,
  ChartedCompany,
  COMPANY,
  EVENT,
  PHASE,
} from "~server/testing/charted-company";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

vi.setConfig({ testTimeout: 60_000 });

const AT_ONCE = 8;

describe.each(TEST_DIALECTS)("notes that go together on %s", (dialect) => {
  let company: ChartedCompany;
  beforeEach(async () => {
    company = await ChartedCompany.open(dialect);
  });
  afterEach(() => company.api.close());

  const signIn = () => company.signIn(COMPANY);

  it("of several that begin a phase at once, one does", async () => {
    const asker = await signIn();
    await asTold(AT_ONCE, 1, () => asker.add("company/0", PHASE));
    await asTold(AT_ONCE, 1, () => asker.add("region/11", PHASE));
    expect((await asker.read("region/11")).notes).toHaveLength(1);
    // Another place has charts of its own.
    expect((await asker.add("region/12", PHASE)).status).toBe(204);
  });

  it("of several that freeze a baseline at once, one does", async () => {
    const asker = await signIn();
    await asTold(AT_ONCE, 1, () => asker.add("region/11", BASELINE));
  });

  it("several at once write a hundred at most", async () => {
    const asker = await signIn();
    for (let count = 0; count < 97; count += 1) {
      await asker.add("region/12", EVENT);
    }
    await asTold(AT_ONCE, 3, () => asker.add("region/12", EVENT));
    expect((await asker.read("region/12")).notes).toHaveLength(100);
  });

  it("a phase that parts two baselines is not ended before one of them", async () => {
    const asker = await signIn();
    const part = "2025-05-01";
    expect(
      (await asker.add("region/11", { ...PHASE, from: part })).status,
    ).toBe(204);
    for (const months of [
      { from: "2024-05-01", to: "2025-04-01" },
      { from: part, to: "2026-04-01" },
    ]) {
      const frozen = await asker.add("region/11", { ...BASELINE, ...months });
      expect(frozen.status).toBe(204);
    }
    const { notes } = await asker.read("region/11");
    const [phase, before] = notes.map(({ id }) => id);
    const refused = await asker.end("region/11", phase ?? 0);
    expect(refused).toMatchObject({
      status: 400,
      error: expect.stringContaining(
        "End one of the baselines first.",
      ) as string,
    });
    // Nothing of it is stored.
    expect((await asker.read("region/11")).notes).toEqual(notes);
    expect((await asker.end("region/11", before ?? 0)).status).toBe(204);
    expect((await asker.end("region/11", phase ?? 0)).status).toBe(204);
  });

  it("months of which a silent facility has told only in part are not frozen", async () => {
    const asker = await signIn();
    await company.silence(111, epochDayOf("2026-03-06"));
    const add = (place: string, to: string, from = BASELINE.from) =>
      asker.add(place, { ...BASELINE, from, to });
    expect(await add("facility/111", "2026-04-01")).toMatchObject({
      status: 400,
      field: "to",
      error: expect.stringContaining("30 days") as string,
    });
    // The months of larger places do not depend on it.
    expect((await add("region/11", "2026-04-01")).status).toBe(204);
    // January's 30 days are over on 6 March, and February's are not.
    expect(await add("facility/111", "2026-02-01", "2025-02-01")).toMatchObject(
      { status: 400, field: "to" },
    );
    const settled = await add("facility/111", "2026-01-01", "2025-02-01");
    expect(settled.status).toBe(204);
  });
});

/** Several do something at once: so many may, and the others are refused. */
async function asTold(
  many: number,
  accepted: number,
  act: () => Promise<{ status: number }>,
): Promise<void> {
  const said = await Promise.all(Array.from({ length: many }, act));
  const statuses = said.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([
    ...Array<number>(accepted).fill(204),
    ...Array<number>(many - accepted).fill(400),
  ]);
}
