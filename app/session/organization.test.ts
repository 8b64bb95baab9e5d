import { expect, test, vi } from "vitest";
import type { Organization } from "~/contract/organization";
import type { Outcome } from "~/data/call.server";
import {
  findOrganization,
  loadOrganization,
  organizationAtHand,
} from "./organization.server";
import { sessionInTime } from "./testing/session-in-time";

type Answer = Outcome<{ data: Organization }>;

const session = sessionInTime();

const EMPTY: Organization = { divisions: [], regions: [], facilities: [] };
const down: Answer = { kind: "failure", status: 500, reason: "host" };

function given(data: Organization = EMPTY): Answer {
  return { kind: "data", answer: { data } };
}

function division(division_id: number, division_name: string) {
  return { division_id, division_name };
}

function region(region_id: number, region_name: string) {
  return { region_id, region_name, ...division(1, "North") };
}

function facility(facility_id: number, facility_name: string) {
  return {
    facility_id,
    facility_name,
    ...region(1, "Lakes"),
    overall: null,
    health_inspection: null,
    qm: null,
    staffing: null,
  };
}

test("locations are sorted by name whatever order the host has them in", async () => {
  const outcome = await findOrganization(session(), async () =>
    given({
      divisions: [division(1, "West"), division(2, "east"), division(3, "Mid")],
      regions: [region(1, "Sea"), region(2, "Alps")],
      facilities: [
        facility(1, "Unit 10"),
        facility(2, "Ash House"),
        facility(3, "Unit 9"),
      ],
    }),
  );
  const { divisions, regions, facilities } =
    outcome.kind === "data" ? outcome.organization : EMPTY;
  expect(divisions.map((one) => one.division_id)).toEqual([2, 3, 1]);
  expect(regions.map((one) => one.region_id)).toEqual([2, 1]);
  expect(facilities.map((one) => one.facility_id)).toEqual([2, 3, 1]);
});

test("they are asked for once per session", async () => {
  const ask = vi.fn(async () => given());
  await Promise.all([
    findOrganization(session(), ask),
    loadOrganization(session(), ask),
  ]);
  await findOrganization(session(), ask);
  expect(ask).toHaveBeenCalledTimes(1);
  await findOrganization(`${session()} of another`, ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a host that failed is left alone for 30 seconds by pages that do without", async () => {
  const ask = vi.fn(async () => down);
  const told = await findOrganization(session(), ask);
  expect(told).toEqual({
    kind: "failure",
    status: 500,
    message: "Organization data was not retrieved due to a system error.",
  });
  vi.advanceTimersByTime(29_900);
  expect(await findOrganization(session(), ask)).toEqual(told);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  await findOrganization(session(), ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a user without any has none", async () => {
  const outcome = await findOrganization(session(), async () => ({
    kind: "empty",
  }));
  expect(outcome).toEqual({ kind: "data", organization: EMPTY });
});

test("pages wait for a call that hangs for a second and a half, all of them together", async () => {
  let answer = (_: Answer): void => undefined;
  const ask = () => new Promise<Answer>((done) => (answer = done));
  const first = organizationAtHand(session(), ask);
  await vi.advanceTimersByTimeAsync(1_000);
  const second = organizationAtHand(session(), ask);
  await vi.advanceTimersByTimeAsync(500);
  expect(await Promise.all([first, second])).toEqual([null, null]);
  const third = organizationAtHand(session(), ask);
  await vi.advanceTimersByTimeAsync(0);
  expect(await third).toBeNull();

  answer(given());
  await vi.advanceTimersByTimeAsync(0);
  expect((await organizationAtHand(session(), ask))?.kind).toBe("data");
});
