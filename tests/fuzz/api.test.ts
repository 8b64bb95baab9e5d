import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyEndpoint } from "~/contract/endpoint";
import { errorBody } from "~/contract/wire";
import {
  CASES_FOR_ALL,
  LINKED_ENDPOINTS,
  SESSION_ENDPOINTS,
} from "../contract/endpoint-cases";
import { HostClient } from "../contract/host-client";
import { openHost, type HostUnderTest } from "../contract/host";
import { rawRequest, type RawAnswer } from "../pages/support/raw-request";
import { hostileName, hostileText, percentEncoded } from "./support/hostile";
import { FUZZ_TIMEOUT_MS, runs } from "~server/testing/property-runs";

const CONTRACT = resolve(import.meta.dirname, "../../app/contract");
const RUNS_PER_ENDPOINT = 20;
/** So many of a well-made call's CPU is the most that any call of the endpoint may take, and a little for the clock. */
const CALLS = 25;
const LEAST_MS = 25;
const TRIES = 4;
const NOW = new Date("2026-07-01T16:00:00Z");

/** One well-made call, whose every part is then made otherwise. */
interface WellMade {
  target: AnyEndpoint;
  as: string | null;
  path: string;
  body: Record<string, unknown> | null;
}

const WELL_MADE: WellMade[] = [
  ...CASES_FOR_ALL.map(({ target, as, path, body }) => ({
    target,
    as,
    path,
    body: body ?? null,
  })),
  ...LINKED_ENDPOINTS.map((target) => ({
    target,
    as: "facility",
    path: target.path.replace(/:\w+/g, "1013"),
    body: null,
  })),
  ...SESSION_ENDPOINTS.map((target, index) => ({
    target,
    // Each has one of its own: what one does ends a session.
    as: [null, "region", "division"][index] ?? null,
    path: target.path,
    body: {
      username: "region",
      password: "wrong-password",
      refresh_token: "x",
      currentPassword: "wrong-password",
      newPassword: "long-enough-1",
    },
  })),
];

/** One of each endpoint, the richest where there are several. */
const EACH = [
  ...new Map(WELL_MADE.map((one) => [one.target, one])).values(),
].map((one) => ({ ...one, name: `${one.target.method} ${one.target.path}` }));

let host: HostUnderTest;
let origin: string;
const tokens = new Map<string, string>();
beforeAll(async () => {
  host = await openHost(() => NOW);
  origin = host.origin;
  const client = new HostClient(host);
  // Before any wrong password makes the address wait.
  for (const as of new Set(["physician", ...EACH.map((one) => one.as)])) {
    if (as !== null) tokens.set(as, (await client.sessionOf(as)).token);
  }
});
afterAll(() => host.close());

describe("the data server on its port", () => {
  it("is asked for every endpoint of the contract", () => {
    const declared = readdirSync(CONTRACT)
      .filter((name) => !name.endsWith(".test.ts") && name !== "endpoint.ts")
      .map((name) => readFileSync(join(CONTRACT, name), "utf8"))
      .join("\n")
      .match(/= endpoint\(\{/g);
    expect(EACH).toHaveLength(declared?.length ?? 0);
  });

  it.each(EACH)(
    "answers $name, whatever it is asked",
    async (wellMade) => {
      const plainMs = await costOf(wellMade);
      await fc.assert(
        fc.asyncProperty(callsLike(wellMade), async (call) => {
          const { status, text, cpuMs } = await ask(wellMade.target, call);
          expect(status).toBeGreaterThanOrEqual(200);
          expect(status).toBeLessThan(500);
          if (status >= 400) {
            const { message, error } = errorBody.parse(JSON.parse(text));
            expect(message ?? error).toMatch(/\S/);
          }
          const bound = LEAST_MS + CALLS * plainMs;
          let least = cpuMs;
          for (let time = 1; time < TRIES && least > bound; time += 1) {
            least = Math.min(least, (await ask(wellMade.target, call)).cpuMs);
          }
          expect(least).toBeLessThanOrEqual(bound);
        }),
        runs(RUNS_PER_ENDPOINT),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it("is well afterwards", async () => {
    const { status } = await host.ask("/readiness");
    expect(status).toBe(200);
  });
});

interface Call extends Pick<WellMade, "as" | "path"> {
  type: string;
  body: string | null;
}

async function ask(
  { method }: AnyEndpoint,
  { as, path, type, body }: Call,
): Promise<RawAnswer & { cpuMs: number }> {
  const token = as === null ? undefined : tokens.get(as);
  const before = process.cpuUsage();
  const answer = await rawRequest(origin, path, {
    method,
    headers: {
      ...(token === undefined ? {} : { "x-access-token": token }),
      ...(body === null
        ? {}
        : {
            "content-type": type,
            "content-length": String(Buffer.byteLength(body)),
          }),
    },
    ...(body === null ? {} : { body }),
  });
  const { user, system } = process.cpuUsage(before);
  return { ...answer, cpuMs: (user + system) / 1_000 };
}

/** CPU of a well-made call, of the test and of the server, that is in its process: the median of some. */
async function costOf({ target, as, path, body }: WellMade): Promise<number> {
  const costs: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const call = { as, path, ...written(target, body) };
    costs.push((await ask(target, call)).cpuMs);
  }
  return costs.sort((one, other) => one - other)[2] ?? 0;
}

function written(
  { bodyType }: AnyEndpoint,
  body: unknown,
): Pick<Call, "type" | "body"> {
  if (bodyType === "none") return { type: "", body: null };
  if (bodyType === "json") {
    return { type: "application/json", body: JSON.stringify(body) };
  }
  const fields = Object.entries(body ?? {}).map(([name, value]) =>
    [name, String(value)].map(percentEncoded).join("="),
  );
  return {
    type: "application/x-www-form-urlencoded",
    body: fields.join("&"),
  };
}

function callsLike({ target, as, path, body }: WellMade): fc.Arbitrary<Call> {
  const usual = written(target, body);
  const asked = fc.oneof(
    { weight: 3, arbitrary: fc.constant(body) },
    { weight: 6, arbitrary: bodiesLike(body ?? {}) },
  );
  const bodies =
    target.bodyType === "none"
      ? fc.constant(usual)
      : fc.oneof(
          { weight: 8, arbitrary: asked.map((one) => written(target, one)) },
          {
            weight: 1,
            arbitrary: fc.record({
              type: fc.constantFrom(usual.type, "text/plain", "", "a/b; c"),
              body: fc.oneof(
                hostileText(),
                fc.constantFrom(
                  "{",
                  "[".repeat(20_000),
                  "null",
                  "1e999",
                  '{"__proto__":null}',
                  "x".repeat(70_000),
                  `${"a=b&".repeat(400)}`,
                ),
              ),
            }),
          },
        );
  return fc
    .record({
      path: pathsLike(path),
      as: fc.constantFrom(as, as, as, "physician", null),
      written: bodies,
    })
    .map(({ written: one, ...rest }) => ({ ...rest, ...one }));
}

function pathsLike(path: string): fc.Arbitrary<string> {
  const [pathname = "", query = ""] = path.split("?");
  const segments = pathname.split("/").slice(1);
  const changed = fc
    .record({
      at: fc.nat(segments.length - 1),
      text: hostileText(segments.filter((one) => one !== "")),
    })
    .map(({ at, text }) =>
      segments.map((one, index) =>
        // The first two name the endpoint.
        index === Math.max(at, 2) ? percentEncoded(text) : one,
      ),
    );
  const known = [...new URLSearchParams(query)];
  const names = [...known.map(([name]) => name), ...QUERY_NAMES];
  const pair = fc
    .tuple(
      hostileName(fc.constantFrom(...names)),
      hostileText([...known.map(([, value]) => value), "true", "101"]),
    )
    .map((one) => one.map(percentEncoded).join("="));
  return fc
    .record({
      parts: fc.oneof(fc.constant(segments), changed),
      pairs: fc.array(pair, { maxLength: 3 }),
      keepsQuery: fc.boolean(),
    })
    .map(({ parts, pairs, keepsQuery }) => {
      const all = [...(keepsQuery && query ? [query] : []), ...pairs];
      const end = all.length > 0 ? `?${all.join("&")}` : "";
      return `/${parts.join("/")}${end}`;
    });
}

const QUERY_NAMES = [
  "isnp",
  "facility_id",
  "measure_name",
  "s",
  "user",
  "action",
  "from",
  "to",
  "before",
];

/** Bodies with one field that is gone, or holds something of any kind. */
function bodiesLike(
  body: Record<string, unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(body);
  const texts = Object.values(body).filter((one) => typeof one === "string");
  const values = fc.oneof(
    hostileText(texts),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      null,
      -1,
      0.5,
      1e308,
      Number.MAX_SAFE_INTEGER + 1,
      [],
      {},
      [null],
      Array.from({ length: 5_000 }, (_, index) => index),
      { a: { b: { c: {} } } },
    ),
    fc.constant(undefined),
  );
  return fc
    .array(fc.tuple(hostileName(fc.constantFrom(...names, "id")), values), {
      minLength: 1,
      maxLength: 2,
    })
    .map((changes) => ({ ...body, ...Object.fromEntries(changes) }));
}
