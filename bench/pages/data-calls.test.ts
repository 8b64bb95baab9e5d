import { expect, it } from "vitest";
import { endpointPath } from "~/contract/endpoint";
import { getMetrics } from "~/contract/metrics";
import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import { statedCall } from "./data-calls";

const RANGE = { id: 11, startDate: "2025-01-01", endDate: "2025-12-31" };

it("states a call of which the address is the same again", () => {
  const address = endpointPath(
    getMetrics,
    { ...RANGE, level: "region" },
    { isnp: true },
  );
  const { endpoint, params, query } = statedCall(address);
  expect(endpoint).toBe(getMetrics);
  expect(endpointPath(endpoint, params, query)).toBe(address);
});

it("tells calls that share a path by what they take", () => {
  const address = (level: string) =>
    endpointPath(getLocationSummary, { ...RANGE, level });
  expect(statedCall(address("region")).endpoint).toBe(getLocationSummary);
  expect(statedCall(address("physician")).endpoint).toBe(getPatientSummary);
});

it("knows no other addresses", () => {
  expect(() => statedCall("/api/nowhere")).toThrow("/api/nowhere");
});
