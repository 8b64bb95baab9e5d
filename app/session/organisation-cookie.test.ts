import { expect, it } from "vitest";
import { KEPT_STEP_MS, KeptSteps } from "./organisation-cookie.server";
import { onPortalDatabase } from "../../tests/pages/support/on-portal-database";

const { db, under } = onPortalDatabase();

it("a step is kept for half an hour under an id that the table does not have, sealed", async () => {
  let now = Date.now();
  const stepsWith = (secret: string) =>
    new KeptSteps(...under(secret), () => now);
  const steps = stepsWith("a secret");
  const step = `a token of ${"x".repeat(20_000)}`;
  const id = await steps.keep(step);
  const other = await steps.keep("another");
  const rows = await db().selectFrom("kept_steps").selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/a token|another/);
  expect(JSON.stringify(rows)).not.toContain(id);
  expect(await steps.read(id)).toBe(step);
  expect(await steps.read("made-up")).toBeNull();
  expect(await stepsWith("another secret").read(id)).toBeNull();
  await steps.drop(other);
  expect(await steps.read(other)).toBeNull();
  now += KEPT_STEP_MS - 1;
  expect(await steps.sweep()).toBe(0);
  expect(await steps.read(id)).toBe(step);
  now += 1;
  expect(await steps.read(id)).toBeNull();
  expect(await steps.sweep()).toBe(1);
});
