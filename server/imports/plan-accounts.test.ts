import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { planAccounts } from "./import-accounts";
import type { AccountRow } from "./read-accounts";

const passwords = vi.hoisted(() => ({ atWork: 0, most: 0 }));

vi.mock("~server/auth/password", () => ({
  PASSWORDS_AT_ONCE: 2,
  hashPassword: async (password: string) => {
    passwords.atWork += 1;
    passwords.most = Math.max(passwords.most, passwords.atWork);
    // The later ones of two are done first.
    for (let turns = 20 - Number(password); turns > 0; turns -= 1) await turn();
    passwords.atWork -= 1;
    return `hash of ${password}`;
  },
}));

afterEach(() => {
  Object.assign(passwords, { atWork: 0, most: 0 });
});

test("passwords are hashed two at a time, and accounts stay in the order of their file", async () => {
  const accounts = Array.from({ length: 9 }, (_, index): AccountRow => ({
    line: index + 2,
    username: `user-${index}`,
    username_key: `user-${index}`,
    firstname: "A",
    lastname: "B",
    password: String(index),
    access_level: "company",
    access_level_id: "0",
    isnp_only: 0,
  }));
  const told: number[] = [];
  const plan = await planAccounts(
    accounts,
    [],
    { overDemo: false, replace: false, now: new Date(0) },
    (done) => told.push(done),
  );
  expect(passwords.most).toBe(2);
  expect(plan.added.map((user) => [user.username, user.password_hash])).toEqual(
    accounts.map(({ username, password }) => [username, `hash of ${password}`]),
  );
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
