import { describe, expect, it, vi } from "vitest";
import type { Outcome } from "./call.server";
import { optionalCall } from "./optional-call.server";

const CALL = { path: "/census" };

function hostFailure(status: number): Outcome<string> {
  return { kind: "failure", status, reason: "host" };
}

function answering(outcome: Outcome<string>) {
  return vi.fn(async () => outcome);
}

describe("a call that a host may not serve", () => {
  it("is answered by a host that serves it", async () => {
    const ask = answering({ kind: "data", answer: "x" });
    const session = { mark: "served" };
    const told = { kind: "data", answer: "x" };
    expect(await optionalCall(session, CALL, ask)).toEqual(told);
    expect(await optionalCall(session, CALL, ask)).toEqual(told);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it.each([404, 405, 501])(
    "is made once in a session where the host answers %d",
    async (status) => {
      const ask = answering(hostFailure(status));
      const session = { mark: `not served ${status}` };
      expect(await optionalCall(session, CALL, ask)).toEqual({
        kind: "not-offered",
      });
      expect(await optionalCall(session, CALL, ask)).toEqual({
        kind: "not-offered",
      });
      expect(ask).toHaveBeenCalledTimes(1);
    },
  );

  it("is made again where the answer may be about the row that it names", async () => {
    const session = { mark: "row" };
    const noRow = hostFailure(404);
    const ask = answering(noRow);
    const namesRow = { namesRow: true };
    expect(await optionalCall(session, CALL, ask, namesRow)).toBe(noRow);
    const found = { kind: "data", answer: "x" } as const;
    ask.mockResolvedValue(found);
    expect(await optionalCall(session, CALL, ask, namesRow)).toBe(found);
  });

  it("is made in another session, and for another path", async () => {
    const ask = answering(hostFailure(404));
    await optionalCall({ mark: "one" }, CALL, ask);
    await optionalCall({ mark: "other" }, CALL, ask);
    await optionalCall({ mark: "one" }, { path: "/feed/senders" }, ask);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it.each<[string, Outcome<string>]>([
    ["a refusal", hostFailure(403)],
    ["a fault", hostFailure(500)],
    [
      "a host that is away",
      { kind: "failure", status: 503, reason: "unreachable" },
    ],
  ])("is made again after %s", async (name, outcome) => {
    const ask = answering(outcome);
    const session = { mark: name };
    expect(await optionalCall(session, CALL, ask)).toBe(outcome);
    await optionalCall(session, CALL, ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
