import { expect, test, vi } from "vitest";
import type { Call, Outcome } from "~/data/call.server";
import { findUnreadAlerts, forgetUnreadAlerts } from "./unread-alerts.server";
import { sessionInTime } from "./testing/session-in-time";

type Answer = Outcome<{ data: { unread: number } }>;

const session = sessionInTime();
const USER = "of the doctor";

const findWith = (ask: unknown, id = session(), user = USER) =>
  findUnreadAlerts(id, user, ask as Call);

function count(unread: number): Answer {
  return { kind: "data", answer: { data: { unread } } };
}

const late: Answer = { kind: "failure", status: 504, reason: "timeout" };

test("a count is kept for a minute, and asked for once by however many pages", async () => {
  const ask = vi.fn(async (..._: unknown[]) => count(3));
  const find = () => findWith(ask);
  expect(await Promise.all([find(), find()])).toEqual([3, 3]);
  vi.advanceTimersByTime(59_900);
  expect(await find()).toBe(3);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  ask.mockResolvedValue(count(4));
  expect(await find()).toBe(4);
  expect(ask.mock.calls[0]?.[2]).toEqual({ deadlineMs: 1_500 });
});

test("a host that failed is left alone for 30 seconds", async () => {
  const ask = vi.fn(async (): Promise<Answer> => late);
  expect(await findWith(ask)).toBeNull();
  vi.advanceTimersByTime(29_900);
  expect(await findWith(ask)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  ask.mockResolvedValue(count(1));
  expect(await findWith(ask)).toBe(1);
});

test("notes that were read in one session are read in the user's others, and nobody else is asked about", async () => {
  const ask = vi.fn(async () => count(3));
  const others = [
    [`the phone's ${session()}`, USER],
    [`a colleague's ${session()}`, "of a colleague"],
  ] as const;
  for (const [id, user] of others) await findWith(ask, id, user);
  forgetUnreadAlerts(USER);
  ask.mockResolvedValue(count(0));
  const found = others.map(([id, user]) => findWith(ask, id, user));
  expect(await Promise.all(found)).toEqual([0, 3]);
});

test("a count that was asked for before notes were marked as read is not kept", async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const ask = vi.fn(
    () => new Promise<Answer>((resolve) => answers.push(resolve)),
  );
  const find = () => findWith(ask);
  const before = find();
  forgetUnreadAlerts(USER);
  const after = find();
  answers[1]?.(count(0));
  expect(await after).toBe(0);
  answers[0]?.(count(3));
  expect(await before).toBe(3);
  expect(await find()).toBe(0);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("what is thrown, as the way to login is, is thrown to all and kept for nobody", async () => {
  const ask = vi.fn(async (): Promise<Answer> => {
    throw new Error("login");
  });
  const find = () => findWith(ask);
  await expect(Promise.all([find(), find()])).rejects.toThrow("login");
  ask.mockResolvedValue(count(2));
  expect(await find()).toBe(2);
});
