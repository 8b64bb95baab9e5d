import { hash } from "@node-rs/argon2";
import { describe, expect, it, vi } from "vitest";
import { hashPassword, isPasswordOf, NOBODY_HASH } from "./password";

/** Processes and password hashes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

describe("passwords", () => {
  it("are stored as argon2id with 64 MiB and three passes", async () => {
    const stored = await hashPassword("correct horse");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(await isPasswordOf(stored, "correct horse")).toBe(true);
    expect(await isPasswordOf(stored, "Correct horse")).toBe(false);
  });

  it.each([
    ["composed", "caf\u00e9 noir", "cafe\u0301 noir"],
    ["decomposed", "cafe\u0301 noir", "caf\u00e9 noir"],
  ])(
    "that were set %s are the same typed the other way",
    async (_, set, typed) => {
      const cheap = { memoryCost: 1024, timeCost: 1 };
      // As an older version stored it, and as this one does.
      for (const stored of [await hash(set, cheap), await hashPassword(set)]) {
        expect(await isPasswordOf(stored, typed)).toBe(true);
        expect(await isPasswordOf(stored, set)).toBe(true);
        expect(await isPasswordOf(stored, "cafe noir")).toBe(false);
      }
    },
  );

  it("match nobody who does not exist", async () => {
    expect(await isPasswordOf(null, "")).toBe(false);
  });

  it("cost as much to check for a name that nobody has", async () => {
    const costOf = (stored: string) => stored.split("$").slice(0, 4);
    expect(costOf(NOBODY_HASH)).toEqual(costOf(await hashPassword("p")));
  });

  it("are turned away with 503 when too many wait to be checked", async () => {
    const cheap = await hash("p", { memoryCost: 1024, timeCost: 1 });
    const checks = Array.from({ length: 40 }, () => isPasswordOf(cheap, "p"));
    const results = await Promise.allSettled(checks);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(18);
    expect(refused[0]?.reason).toMatchObject({
      status: 503,
      headers: { "retry-after": "2" },
    });
    expect(await isPasswordOf(cheap, "p")).toBe(true);
  });
});
