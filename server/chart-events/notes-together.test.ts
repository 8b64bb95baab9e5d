import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ChartedCompany,
  COMPANY,
  EVENT,
  PHASE,
} from "~server/testing/charted-company";

vi.setConfig({ testTimeout: 60_000 });

const AT_ONCE = 8;

describe("notes that go together", () => {
  let company: ChartedCompany;
  beforeEach(async () => {
    company = await ChartedCompany.open();
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

  it("several at once write a hundred at most", async () => {
    const asker = await signIn();
    for (let count = 0; count < 97; count += 1) {
      await asker.add("region/12", EVENT);
    }
    await asTold(AT_ONCE, 3, () => asker.add("region/12", EVENT));
    expect((await asker.read("region/12")).notes).toHaveLength(100);
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
