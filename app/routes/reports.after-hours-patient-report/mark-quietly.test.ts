import { redirect } from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { markQuietly } from "./mark-quietly";

test("a mark that does not come through is waited for, and breaks no page", async () => {
  const settled = vi.fn();
  for (const reason of [
    new TypeError("Failed to fetch"),
    new Response(null, { status: 500 }),
  ]) {
    markQuietly(vi.fn().mockRejectedValue(reason)).then(settled, settled);
  }
  await new Promise(setImmediate);
  expect(settled).not.toHaveBeenCalled();
});

test("a mark that comes through is answered, and the way to login taken", async () => {
  expect(await markQuietly(async <T>() => ({}) as T)).toEqual({});
  const login = redirect("/login");
  await expect(markQuietly(vi.fn().mockRejectedValue(login))).rejects.toBe(
    login,
  );
});
