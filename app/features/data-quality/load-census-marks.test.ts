import { expect, it, vi } from "vitest";
import type { SignedIn } from "~/session/require-user.server";
import { loadCensusMarks } from "./load-census-marks.server";

it("waits 0.4 s for marks, and 5 s for those of a sheet that is printed", async () => {
  const late = { kind: "failure", status: 504, reason: "timeout" };
  const ask = vi.fn().mockResolvedValue(late);
  const user = { viewer: { accessLevel: "company" } };
  const signedIn = { user, ask } as unknown as SignedIn;
  const page = { level: "company", id: 0, filters: { isnp: false } } as const;
  for (const layout of ["page", "huddle"] as const) {
    const { marks } = await loadCensusMarks(signedIn, page, layout);
    expect(marks).toEqual([]);
  }
  const asked = { place: { level: "company", id: 0 }, isnp: false };
  expect(ask.mock.calls).toEqual(
    [400, 5_000].map((deadlineMs) => [
      expect.anything(),
      asked,
      { deadlineMs },
    ]),
  );
});
