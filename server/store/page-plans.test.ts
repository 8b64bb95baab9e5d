import { CompiledQuery, Kysely, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { SojournPostgresDialect } from "~/runtime/database/postgres-dialect.server";
import { createPostgresPool } from "~/runtime/database/postgres-pool.server";
import { FINDING_KINDS } from "~/features/data-quality/rules/census-marks";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import type { Service } from "~server/door/services";
import {
  listCensus,
  listFindings,
  listMarked,
} from "~server/data-quality/service";
import { listFacilities } from "~server/facilities/service";
import { listSignals } from "~server/signals/service";
import { A_PHYSICIAN, fillLargeCompany } from "~server/testing/large-company";
import {
  apiOn,
  type TestApi,
  type TestUser,
} from "~server/testing/open-test-api";
import {
  createThrowAwaySchema,
  TEST_DIALECTS,
} from "~server/testing/open-test-store";
import { listToday } from "~server/today/service";
import {
  countTransfers,
  listTransfers,
  transferFile,
} from "~server/transfers/service";
import { openStore, type Store } from "./open-store";
import type { Schema } from "./schema";

/** What grows with the number of facilities and of nights. */
const LARGE = new Set([
  "stays",
  "transfers",
  "place_totals",
  "absences",
  "physician_spans",
  "physician_histories",
  "notes",
  "patients",
  "feed_messages",
]);

const RANGE = "2026-03-01/2026-05-31/";
const SUBJECTS = [
  { level: "facility", id: 1 },
  { level: "region", id: 1 },
  { level: "physician", id: A_PHYSICIAN },
] as const;
const PLACES = SUBJECTS.map(({ level, id }) => `${level}/${id}`);
const CALLS = [
  ...PLACES.flatMap((place) => [
    `/api/metrics/${place}/${RANGE}`,
    `/api/metrics/${place}/${RANGE}?isnp=true`,
    `/api/metrics/${place}/${RANGE}?compared_to=2026-06-15`,
    `/api/frailty/${place}/${RANGE}`,
    `/api/new_graphs/${place}/2026-06-15/`,
    `/api/qmcalculator/${place}/`,
    ...FIGURE_TAGS.map(
      (tag) => `/api/metricdatacsv/${place}/${RANGE}?measure_name=${tag}`,
    ),
  ]),
  `/api/metrics/region/1/${RANGE}?facility_id=1`,
  `/api/metrics/physician/${A_PHYSICIAN}/${RANGE}?facility_id=1`,
  `/api/summary/region/1/${RANGE}`,
  `/api/summary/physician/${A_PHYSICIAN}/${RANGE}`,
  `/api/medicalstaff/facility/1/${RANGE}`,
  `/api/medicalstaff/region/1/${RANGE}`,
  `/api/physician/${A_PHYSICIAN}/`,
  "/api/company/organization/",
  "/api/physicianalerts/",
];

type Given = Pick<Response, "status"> & { text: () => Promise<string> };
type Ask = (api: TestApi, token: string) => Promise<Given>;

const FACILITY = { level: "facility", id: 1 } as const;

/** How far the census can be trusted, in the words of {@link SERVICES}. */
const CENSUS: [string, Ask][] = [
  ...[null, FACILITY].flatMap((place): [string, Ask][] => [
    [
      `census of ${place?.level ?? "all"}`,
      (...by) => given(...by, listCensus, { place, page: 0 }),
    ],
    [
      `marks of ${place?.level ?? "all"}`,
      (...by) => given(...by, listMarked, { place, isnp: false }),
    ],
  ]),
  ...FINDING_KINDS.map((kind): [string, Ask] => [
    `census list of ${kind}`,
    (...by) => given(...by, listFindings, { kind, facilityId: 1, page: 0 }),
  ]),
];

/** Services, by their names and what they are asked about. */
const SERVICES = new Map([
  ...CENSUS,
  ...SUBJECTS.flatMap((subject) => {
    const days = { startDate: "2026-03-01", endDate: "2026-05-31" };
    const range = { ...subject, ...days, isnp: false };
    const list = { ...range, group: null, page: 0 };
    const of = `of ${subject.level}/${subject.id}`;
    const asks: [string, Ask][] = [
      [`transfers ${of}`, (...by) => given(...by, countTransfers, range)],
      [`list of transfers ${of}`, (...by) => given(...by, listTransfers, list)],
      [
        `file of transfers ${of}`,
        async (api, token) => {
          const { status, file } = await api.askFile(
            token,
            transferFile,
            range,
          );
          return { status, text: () => new Response(file?.body).text() };
        },
      ],
    ];
    if (subject.level !== "region") {
      const today = { ...subject, file: false };
      asks.push([`today ${of}`, (...by) => given(...by, listToday, today)]);
    }
    if (subject.level === "region") {
      const place = { level: "region", id: subject.id } as const;
      const asked = { place, ...days, isnp: false };
      asks.push([
        `facilities ${of}`,
        (...by) => given(...by, listFacilities, asked),
      ]);
    }
    if (subject.level !== "physician") {
      const newest = { place: subject, endDate: "2026-06-15" };
      asks.push([
        `signals ${of}`,
        (...by) => given(...by, listSignals, newest),
      ]);
    }
    return asks;
  }),
]);

async function given<Input extends z.ZodTypeAny>(
  api: TestApi,
  token: string,
  service: Service<Input, unknown>,
  input: z.input<Input>,
): Promise<Given> {
  const { status, answer } = await api.ask(token, service, input);
  return { status, text: async () => JSON.stringify(answer) };
}

const QUESTIONS = [...CALLS, ...SERVICES.keys()];

/** A part of a plan, as PostgreSQL tells it. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
}

/** What became of a call, and how PostgreSQL reads what it asks. */
interface Examined {
  status: number;
  length: number;
  scans: PlanNode[];
}

describe.runIf(TEST_DIALECTS.includes("postgres"))(
  "what a page of a facility, a region or a physician asks of PostgreSQL",
  () => {
    const examined = new Map<string, Examined>();
    let leads: Map<string, string[]>;
    beforeAll(async () => {
      const { databaseUrl, drop } = await createThrowAwaySchema();
      const store = await openStore({ databaseUrl });
      await fillLargeCompany(store.db);
      leads = await leadingColumns(store.db);
      await store.close();
      const asked: CompiledQuery[] = [];
      const api = apiOn(listening(databaseUrl, asked));
      const user: TestUser = { accessLevel: "region", ids: [1] };
      const { token } = await api.signIn(user);
      for (const question of QUESTIONS) {
        asked.length = 0;
        const ask = SERVICES.get(question) ?? (() => api.get(question, token));
        const answer = await ask(api, token);
        const { length } = await answer.text();
        const scans = (await plansOf(api, asked)).flatMap(scansOf);
        examined.set(question, { status: answer.status, length, scans });
      }
      await api.close();
      await drop();
    });

    it.each(QUESTIONS)("reads no large table whole for %s", (question) => {
      const { status, length = 0, scans = [] } = examined.get(question) ?? {};
      expect([status, length > 20]).toEqual([200, true]);
      expect(scans).not.toEqual([]);
      expect(scans.filter((scan) => isWhole(scan, leads))).toEqual([]);
    });

    it("reads each of the large tables", () => {
      const met = [...examined.values()].flatMap(({ scans }) =>
        scans.map((scan) => scan["Relation Name"]),
      );
      expect([...LARGE].filter((table) => !met.includes(table))).toEqual([]);
    });
  },
);

/** A store that keeps every statement. */
function listening(databaseUrl: string, asked: CompiledQuery[]): Store {
  const pool = createPostgresPool(databaseUrl, { limits: null });
  const db = new Kysely<Schema>({
    dialect: new SojournPostgresDialect({ pool }),
    log({ query }) {
      asked.push(query);
    },
  });
  return { db, dialect: "postgres", file: null, close: () => db.destroy() };
}

/** The plans of all that was read from tables. */
async function plansOf(
  { deps }: TestApi,
  queries: readonly CompiledQuery[],
): Promise<PlanNode[]> {
  const reads = queries.filter((query) =>
    /^\s*(select|with)\b/.test(query.sql),
  );
  const plans: PlanNode[] = [];
  for (const query of reads) {
    const explain = `explain (format json) ${query.sql}`;
    const { rows } = await deps.store.db.executeQuery<{
      "QUERY PLAN": { Plan: PlanNode }[];
    }>(CompiledQuery.raw(explain, [...query.parameters]));
    for (const { Plan } of rows[0]?.["QUERY PLAN"] ?? []) plans.push(Plan);
  }
  return plans;
}

function scansOf(plan: PlanNode): PlanNode[] {
  const below = (plan.Plans ?? []).flatMap(scansOf);
  return plan["Node Type"].includes("Scan") ? [plan, ...below] : below;
}

/** A scan of a large table that goes by no index, or not by the columns that the index begins with. */
function isWhole(
  scan: PlanNode,
  leads: ReadonlyMap<string, string[]>,
): boolean {
  // It looks into the table by the index below it.
  if (scan["Node Type"] === "Bitmap Heap Scan") return false;
  const index = scan["Index Name"];
  if (index === undefined) return LARGE.has(scan["Relation Name"] ?? "");
  const condition = scan["Index Cond"] ?? "";
  const lead = leads.get(index) ?? [];
  return lead.some((column) => !condition.includes(column));
}

/** The columns that an index of a large table has to be asked by: its first one, and with a level the place; none of one that holds a few rows. */
async function leadingColumns(
  db: Kysely<Schema>,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[]; of: string }>`
    select indexes.relname as name, array_agg(attname::text order by position) as columns,
      coalesce(pg_get_expr(indpred, indrelid), '') as "of"
    from pg_index
    join pg_class as indexes on indexes.oid = indexrelid
    join unnest(indkey::int[]) with ordinality as keys(attnum, position) on true
    join pg_attribute on attrelid = indrelid and pg_attribute.attnum = keys.attnum
    where indrelid = any(${[...LARGE]}::regclass[])
    group by indexes.relname, indpred, indrelid`.execute(db);
  return new Map(
    rows.map(({ name, columns: [first = "", second = ""], of }) => [
      name,
      of.includes(first) ? [] : first === "level" ? [first, second] : [first],
    ]),
  );
}
