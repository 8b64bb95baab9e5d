import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import type { Question } from "~server/measures/question";

const PATH = `/api/metrics/company/0/${QUARTER}`;
const WIDE: Question = { facilityIds: "all", isnp: false, from: 0, to: 1 };

describe.each(TEST_DIALECTS)("figures that many wait for on %s", (dialect) => {
  let api: TestApi;
  const ends: (() => void)[] = [];
  beforeEach(async () => {
    api = await openHandMadeCensus(dialect);
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
