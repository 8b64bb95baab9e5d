import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PORTAL_START_TIMEOUT_MS } from "../pages/support/portal";
import { ASKING } from "./support/census.data";
import { costOfPlainPage, expectCheap } from "./support/cost";
import { hostileName, hostileText, inAddress } from "./support/hostile";
import {
  PARAMETERS,
  PARAMETERS_OF_OPENID,
  PARAMETERS_OF_REMIX,
  SEGMENTS,
  SHUT,
  usual,
} from "./support/known-values.data";
import { builtRoutes, type BuiltRoute } from "./support/manifest";
import { FUZZ_TIMEOUT_MS, runs } from "~server/testing/property-runs";
import {
  startWatchedPortal,
  type Sending,
  type WatchedPortal,
} from "./support/watched-portal";
import { expectWell } from "./support/well";

/** It ends the session of whoever asks, which its own test is for. */
const ENDS_SESSION = "timemeoutnow";
const RUNS_PER_ROUTE = 8;
const BY_ANYBODY = [...ASKING, null];

const routes = await builtRoutes();

let portal: WatchedPortal;
let plainMs: number;
/** What each route has looked for, by its id. */
const looked = new Map<string, Set<string>>();

beforeAll(async () => {
  portal = await startWatchedPortal();
  for (const route of routes) {
    // What is compiled at its first use belongs to no request.
    await portal.send({ path: usual(route), as: "company" });
  }
  plainMs = await costOfPlainPage(portal, {
    path: "/facility-profile/101",
    as: "company",
  });
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

describe("every route of the build", () => {
  it.each(routes)("$id answers its plain address", async (route) => {
    for (const as of BY_ANYBODY) {
      const answer = await portal.send({ path: usual(route), as });
      expectWell(answer);
      note(route.id, answer.names);
    }
  });

  it.each(routes)(
    "$id answers whatever stands in its address, at no great cost",
    async (route) => {
      await fc.assert(
        fc.asyncProperty(addressesOf(route), async (sending) => {
          const answer = await portal.send(sending);
          expectWell(answer);
          await expectCheap(portal, sending, answer, plainMs);
          note(route.id, answer.names);
          if (answer.location?.startsWith("/login") && sending.as !== null) {
            portal.forget(sending.as);
          }
        }),
        runs(RUNS_PER_ROUTE),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});

describe("the parameter that shortens a session", () => {
  it("takes any value", async () => {
    await fc.assert(
      fc.asyncProperty(inAddress(hostileText(["1"])), async (value) => {
        const path = `/company-overview?${ENDS_SESSION}=${value}`;
        expectWell(await portal.send({ path, as: "company" }));
      }),
      runs(10),
    );
    portal.forget("company");
  });
});

describe("the graphs that scripts fetch alone", () => {
  it("take any day since which a feed is silent", async () => {
    const id = "routes/company-overview";
    await fc.assert(
      fc.asyncProperty(
        inAddress(hostileText(PARAMETERS.silentSince ?? [])),
        async (day) => {
          const path = `/company-overview?part=graphs&silentSince=${day}&_data=${encodeURIComponent(id)}`;
          const answer = await portal.send({ path, as: "company" });
          expectWell(answer);
          note(id, answer.names);
        },
      ),
      runs(10),
    );
  });
});

describe("afterwards", () => {
  it("the table of parameters names all that were looked for, and no others", () => {
    const names = new Set([...looked.values()].flatMap((set) => [...set]));
    const ofPortal = [...names].filter(
      (name) =>
        !PARAMETERS_OF_REMIX.includes(name) &&
        !PARAMETERS_OF_OPENID.includes(name),
    );
    expect(ofPortal.sort()).toEqual(Object.keys(PARAMETERS).sort());
  });

  it("somebody could open each route", async () => {
    const shut: string[] = [];
    for (const route of routes) {
      const statuses: number[] = [];
      for (const as of ASKING) {
        statuses.push((await portal.send({ path: usual(route), as })).status);
      }
      if (!statuses.some((status) => status < 400)) shut.push(route.id);
    }
    expect(shut).toEqual(SHUT);
  });

  it("the portal is well, and has logged no error", async () => {
    const { status } = await portal.send({ path: "/readiness", as: null });
    expect(status).toBe(200);
    expect(await portal.errors()).toEqual([]);
  });
});

function note(id: string, names: string[]): void {
  const known = looked.get(id) ?? new Set();
  for (const name of names) known.add(name);
  looked.set(id, known);
}

function addressesOf({ id, pattern }: BuiltRoute): fc.Arbitrary<Sending> {
  // Its own parameters more often: those that the plain page has looked for.
  const own = [...(looked.get(id) ?? [])].filter(
    (name) => name !== ENDS_SESSION,
  );
  const every = Object.keys(PARAMETERS).filter((name) => name !== ENDS_SESSION);
  const name = fc.oneof(
    { weight: own.length > 0 ? 3 : 0, arbitrary: fc.constantFrom(...own, "q") },
    { weight: 1, arbitrary: fc.constantFrom(...every) },
  );
  const pair = name.chain((one) =>
    fc.tuple(
      inAddress(hostileName(fc.constant(one))),
      inAddress(hostileText(PARAMETERS[one] ?? [])),
    ),
  );
  const data = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.constant([["_data", encodeURIComponent(id)]]) },
    {
      weight: 2,
      arbitrary: inAddress(
        hostileText(["root", "routes/$", "routes/users", "routes/_index"]),
      ).map((value) => [["_data", value]]),
    },
    { weight: 1, arbitrary: fc.constant([["index", ""]]) },
  );
  return fc
    .record({
      path: pathsOf(pattern),
      pairs: fc.array(pair, { maxLength: 4 }),
      doubled: fc.boolean(),
      data,
      as: fc.constantFrom(...BY_ANYBODY),
    })
    .map(({ path, pairs, doubled, data, as }) => {
      const all = [...pairs, ...(doubled ? pairs.slice(0, 1) : []), ...data];
      const query = all.map(([key, value]) => `${key}=${value}`).join("&");
      return { path: query === "" ? path : `${path}?${query}`, as };
    });
}

function pathsOf(pattern: string): fc.Arbitrary<string> {
  const parts = pattern.split("/").slice(1);
  return fc
    .tuple(
      ...parts.map((part) => {
        const name = part.startsWith(":") ? part.slice(1) : part;
        if (part !== "*" && !part.startsWith(":")) return fc.constant(part);
        const known = SEGMENTS[name] ?? [];
        return fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...known) },
          { weight: 2, arbitrary: inAddress(hostileText(known)) },
        );
      }),
    )
    .map((segments) => `/${segments.join("/")}`);
}
