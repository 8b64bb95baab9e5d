import { describe, expect, it } from "vitest";
import { createAnswerCache } from "./answer-cache";

describe("the answer cache", () => {
  it("computes a question once, also when it is asked twice at the same time", async () => {
    const cache = createAnswerCache();
    let computed = 0;
    const ask = () =>
      cache.remember(["metrics", 1, { id: 7 }], async () => ({
        n: ++computed,
      }));
    expect(await Promise.all([ask(), ask()])).toEqual([{ n: 1 }, { n: 1 }]);
    expect(await ask()).toEqual({ n: 1 });
  });

  it("computes again when any part of the question differs", async () => {
    const cache = createAnswerCache();
    let computed = 0;
    const ask = (...question: unknown[]) =>
      cache.remember(question, async () => ({ n: ++computed }));
    await ask("metrics", 1, [1, 2]);
    expect(await ask("metrics", 2, [1, 2])).toEqual({ n: 2 });
    expect(await ask("metrics", 1, [1, 2, 3])).toEqual({ n: 3 });
  });

  it("does not keep a failure", async () => {
    const cache = createAnswerCache();
    const failing = cache.remember(["q"], async () => {
      throw new Error("disk");
    });
    await expect(failing).rejects.toThrow("disk");
    expect(await cache.remember(["q"], async () => ({ ok: true }))).toEqual({
      ok: true,
    });
  });
});
