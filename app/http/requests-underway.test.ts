import { expect, it } from "vitest";
import { RequestsUnderway } from "./requests-underway.server";

function begin(
  underway: RequestsUnderway,
  address: string | null,
  times: number,
) {
  return Array.from({ length: times }, () => underway.begin(address));
}

it("are a hundred for one address, and others have theirs", () => {
  const underway = new RequestsUnderway();
  const own = begin(underway, "192.0.2.1", 101);
  expect(own.map((end) => end !== null)).toEqual([
    ...Array<boolean>(100).fill(true),
    false,
  ]);
  expect(underway.begin("192.0.2.2")).not.toBeNull();
  own[0]?.();
  expect(begin(underway, "192.0.2.1", 2).map((end) => end !== null)).toEqual([
    true,
    false,
  ]);
});

it("are four hundred in all, also of a proxy that names nobody", () => {
  for (const addresses of [
    [null, null, null, null],
    ["a", "b", "c", "d"],
  ]) {
    const underway = new RequestsUnderway();
    const all = addresses.flatMap((address) => begin(underway, address, 100));
    expect(all).not.toContain(null);
    expect(underway.begin("e")).toBeNull();
    for (const end of all) end?.();
    expect(underway.begin("e")).not.toBeNull();
  }
});
