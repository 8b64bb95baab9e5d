import type { ServerResponse } from "node:http";
import type { User } from "~/contract/users";
import {
  startAnsweringHost,
  type AnsweringHost,
  type Answer,
} from "~mocks/answering-host";
import { DEFAULT_GRAPHS, DEFAULT_QUALITY } from "./default-graphs.data";

export type FakeHost = AnsweringHost;

/** An API host that says what a test wants it to say; of the rest it says as much as a page needs. */
export async function startFakeHost(): Promise<FakeHost> {
  const host = await startAnsweringHost(
    async () =>
      new Response(JSON.stringify({ message: "no such call" }), {
        status: 404,
        headers: { "content-type": "application/json" },
      }),
  );
  const reset = () => {
    host.reset();
    for (const [path, answer] of DEFAULT_ANSWERS) host.on(path, answer);
  };
  reset();
  return { ...host, reset };
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...headers,
  });
  response.end(JSON.stringify(body));
}

export interface FakeTokenOptions {
  role?: string;
  levels?: number[];
  livesForSeconds?: number;
  sub?: string;
  mark?: string;
  isnpOnly?: boolean;
}

/** A token as a host would sign it; nobody but the host checks the signature. */
export function fakeToken({
  role = "company",
  levels = [0],
  livesForSeconds = 900,
  sub = "7",
  mark = "first",
  isnpOnly,
}: FakeTokenOptions = {}): string {
  const part = (value: object) =>
    Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + livesForSeconds;
  return [
    part({ alg: "HS256", typ: "JWT" }),
    part({ role, levels, exp, sub, mark, isnp_only: isnpOnly }),
    "c2lnbmF0dXJl",
  ].join(".");
}

/** A user as a host has them. */
export function storedUser(id: number, more: Partial<User> = {}): User {
  return {
    id,
    username: `user-${id}`,
    firstname: "Una",
    lastname: "User",
    access_level: "company",
    access_level_id: "0",
    isnp_only: false,
    ...more,
  };
}

/** A host's `timeout` so many seconds from now. */
export function timeoutIn(seconds: number): string {
  return new Date(Date.now() + seconds * 1000)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");
}

/** What the host says to the calls of a path from now on. */
export function says(
  host: FakeHost,
  path: string,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  host.on(path, (_, response) => sendJson(response, body, status, headers));
}

/** Whoever signs in at the host from now on has such a token. */
export function signsIn(host: FakeHost, token: FakeTokenOptions = {}): void {
  host.on("/auth/login/", (_, response) =>
    sendJson(response, {
      token: fakeToken(token),
      refresh_token: "refresh-1",
      timeout: timeoutIn(token.livesForSeconds ?? 900),
    }),
  );
}

/** The places that the host has from now on: these facilities of Coast (11), in North (1). */
export function hasFacilities(
  host: FakeHost,
  facilities: Record<number, string>,
): void {
  const region = { region_id: 11, region_name: "Coast", division_id: 1 };
  says(host, "/api/company/organization/", {
    data: {
      divisions: [{ division_id: 1, division_name: "North" }],
      regions: [region],
      facilities: Object.entries(facilities).map(([id, facility_name]) => ({
        facility_id: Number(id),
        facility_name,
        ...region,
      })),
    },
  });
}

/** What a host says of a physician. */
export function physicianRecord(npi: number, facilities: object[] = []) {
  return {
    physician_id: npi,
    physician_npi: npi,
    first_name: "Ada",
    last_name: "Lind",
    credentials: "MD",
    primary_specialty: null,
    alternate_specialty: null,
    organization_legal_name: null,
    facilities,
  };
}

const UPDATED = "2026-01-02 03:04:05";

/** The figures that it says where a test says nothing else. */
const METRICS = {
  patient_count: 10,
  days_of_care: 300,
  snf_adm: 5,
  cms_rating: null,
  short_stays: {
    rth: { count: 1, rate: 20 },
    ed: { count: 1, rate: 20 },
    ach_adm: 5,
  },
  long_stays: {
    h_1000: { count: 1, rate: 2 },
    ed_1000: { count: 1, rate: 2 },
    adm_1000: { count: 1, rate: 2 },
    pd_lt_doc: 500,
  },
};

const DEFAULT_ANSWERS: [path: string, answer: Answer][] = [
  [
    "/auth/login/",
    (_, response) =>
      sendJson(response, {
        token: fakeToken(),
        refresh_token: "refresh-1",
        timeout: timeoutIn(900),
      }),
  ],
  [
    "/auth/me/",
    (_, response) =>
      sendJson(response, {
        data: {
          name: "Cara Company",
          username: "company",
          access_level: "company",
          access_level_id: [0],
        },
      }),
  ],
  ["/auth/logout/", (_, response) => void response.writeHead(204).end()],
  [
    "/api/company/organization/",
    (_, response) =>
      sendJson(response, {
        data: {
          divisions: [{ division_id: 1, division_name: "North" }],
          regions: [],
          facilities: [],
        },
      }),
  ],
  [
    "/api/metrics/",
    (_, response) =>
      sendJson(response, { data: METRICS, lastUpdated: UPDATED }),
  ],
  [
    "/api/summary/",
    (_, response) => sendJson(response, { data: [], lastUpdated: UPDATED }),
  ],
  [
    "/api/frailty/",
    (_, response) =>
      sendJson(response, {
        data: { high: 1, medium: 2, low: 3 },
        lastUpdated: UPDATED,
      }),
  ],
  [
    "/api/new_graphs/",
    (_, response) =>
      sendJson(response, {
        data: DEFAULT_GRAPHS,
        data_effective_tstamp: UPDATED,
      }),
  ],
  [
    "/api/qmcalculator/",
    (_, response) =>
      sendJson(response, {
        data: DEFAULT_QUALITY,
        data_effective_tstamp: UPDATED,
      }),
  ],
];
