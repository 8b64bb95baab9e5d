import { describe, expect, it } from "vitest";
import { PartSize } from "./parts";

const TARGET_MS = 50;

/** The sizes of parts that cost something each, and something for each thing. */
function sizesOf(fixedMs: number, eachMs: number, parts = 30): number[] {
  const size = new PartSize(TARGET_MS);
  return Array.from({ length: parts }, () => {
    const { next } = size;
    size.took(next, fixedMs + next * eachMs);
    return next;
  });
}

describe("the size of parts", () => {
  it.each([
    { fixed: 0, each: 2, size: 25 },
    { fixed: 10, each: 3.9, size: 10 },
    { fixed: 10, each: 80, size: 1 },
    { fixed: 1, each: 0.001, size: 1_000 },
  ])(
    "is $size where a part takes $fixed ms and $each ms for each thing",
    ({ fixed, each, size }) => {
      expect(sizesOf(fixed, each).at(-1)).toBe(size);
    },
  );

  it("is as large as pays where a part alone takes too long", () => {
    expect(sizesOf(100, 2).at(-1)).toBeCloseTo(50, -1);
  });

  it("grows at most threefold from one part to the next", () => {
    const sizes = sizesOf(0, 0.001);
    for (const [at, size] of sizes.slice(1).entries()) {
      expect(size).toBeLessThanOrEqual(3 * (sizes[at] ?? 0));
    }
  });

  it("follows a cost that changes", () => {
    const size = new PartSize(TARGET_MS);
    for (let part = 0; part < 20; part += 1) size.took(size.next, size.next);
    expect(size.next).toBe(50);
    for (let part = 0; part < 20; part += 1) {
      size.took(size.next, 5 * size.next);
    }
    expect(size.next).toBe(10);
  });
});
