import { expect, it } from "vitest";
import {
  CircuitBreaker,
  FAILURES_BEFORE_OPEN,
  OPEN_MS,
} from "./circuit-breaker.server";

function brokenHost() {
  let now = 0;
  const breaker = new CircuitBreaker(() => now);
  for (let n = 0; n < FAILURES_BEFORE_OPEN; n += 1) breaker.failed();
  return { breaker, pass: (ms: number) => (now += ms) };
}

it("counts failures in a row only", () => {
  const breaker = new CircuitBreaker(() => 0);
  for (let n = 1; n < FAILURES_BEFORE_OPEN; n += 1) breaker.failed();
  breaker.succeeded();
  breaker.failed();
  expect(breaker.allows()).toBe(true);
});

it("lets one call at a time try a host that was left alone", () => {
  const { breaker, pass } = brokenHost();
  pass(OPEN_MS);
  expect(breaker.allows()).toBe(true);
  expect(breaker.allows()).toBe(false);
});

it("opens again when that call fails, and closes when it succeeds", () => {
  const { breaker, pass } = brokenHost();
  pass(OPEN_MS);
  breaker.allows();
  breaker.failed();
  expect(breaker.allows()).toBe(false);
  pass(OPEN_MS);
  breaker.allows();
  breaker.succeeded();
  expect(breaker.allows()).toBe(true);
});
