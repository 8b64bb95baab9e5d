import { redirect } from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { markQuietly } from "./mark-quietly";

test("a mark breaks no page and ends no other step, whether it comes through or not", async () => {
  const settled = vi.fn();
  for (const serverAction of [
    vi.fn().mockResolvedValue({}),
    vi.fn().mockRejectedValue(new TypeError("Failed to fetch")),
    vi.fn().mockRejectedValue(new Response(null, { status: 500 })),
  ]) {
    markQuietly(serverAction).then(settled, settled);
    expect(serverAction).toHaveBeenCalledOnce();
  }
  await new Promise(setImmediate);
  expect(settled).not.toHaveBeenCalled();
});

test("a mark whose session is over takes the way to login", async () => {
  const login = redirect("/login");
  await expect(markQuietly(vi.fn().mockRejectedValue(login))).rejects.toBe(
    login,
  );
});
