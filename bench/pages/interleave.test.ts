import { expect, it } from "vitest";
import { interleave } from "./interleave";

it("does all in turn, another one first each round, and tells what one time took", async () => {
  const done: string[] = [];
  let now = 0;
  const work = (name: string, ms: number) => async () => {
    done.push(name);
    now += ms;
  };
  const spent = await interleave(
    { page: work("page", 4), render: work("render", 1) },
    { rounds: 2, times: 2 },
    () => now,
  );
  expect(done.join(" ")).toBe(
    "page page render render render render page page",
  );
  expect(spent).toEqual({ page: [4, 4], render: [1, 1] });
});
