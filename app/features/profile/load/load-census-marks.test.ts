import { expect, it } from "vitest";
import type { CallContext } from "~/data/call.server";
import type { BoundCall, SignedIn } from "~/session/require-user.server";
import { loadCensusMarks } from "./load-census-marks.server";
import type { FiguresRequest } from "./load-panels.server";

const PAGE = {
  level: "company",
  id: 0,
  filters: { isnp: false },
} as FiguresRequest;

function signedInWith(
  call: (options?: Pick<CallContext, "deadlineMs" | "signal">) => unknown,
): SignedIn {
  return {
    mark: "one",
    user: { viewer: { accessLevel: "company" } },
    call: ((_target, _input, options) => call(options)) as BoundCall,
  } as SignedIn;
}

it("gives marks up that take too long, as somebody who has left: that is no fault of the host", async () => {
  const gone = { kind: "failure", status: 503, reason: "cancelled" };
  const signedIn = signedInWith((options) => {
    expect(options?.deadlineMs).toBeUndefined();
    return new Promise((resolve) => {
      options?.signal?.addEventListener("abort", () => resolve(gone));
    });
  });
  expect(await loadCensusMarks(signedIn, PAGE)).toMatchObject({ marks: [] });
});
