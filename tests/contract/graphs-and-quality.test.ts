import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnyEndpoint } from "~/contract/endpoint";
import { getGraphs, GRAPH_MONTHS } from "~/contract/graphs";
import { getQuality } from "~/contract/qmcalculator";
import { measureScore, QUALITY_MEASURES } from "~/domain/quality/quality-score";
import { ACCESS_TABLE, SUBJECTS, type Outcome } from "./access-table";
import { bodyOf, HostClient } from "./host-client";
import { openHost } from "./host";

const NOW = new Date("2026-07-01T16:00:00Z");
const END = "2026-06-30";

describe("the data server", () => {
  let client: HostClient;
  beforeAll(async () => {
    client = new HostClient(await openHost(() => NOW));
  }, 60_000);
  afterAll(() => client.host.close());

  async function graphsOf(username: string, subject: string, query = "") {
    const path = `/api/new_graphs/${subject}/${END}/${query}`;
    const response = await client.askAs(username, getGraphs, path);
    return getGraphs.answer.parse(await bodyOf(response)).data;
  }

  test("graphs are 18 months that end with the month asked for, in every series", async () => {
    const { short_stays, long_stays, general, months, years } = await graphsOf(
      "company",
      "company/0",
    );
    expect(months).toHaveLength(GRAPH_MONTHS);
    expect(months.at(-1)).toBe(6);
    expect(months.at(0)).toBe(1);
    expect(years).toEqual([
      ...new Array<number>(12).fill(2025),
      ...new Array<number>(6).fill(2026),
    ]);
    const series = [
      ...Object.values(short_stays),
      ...Object.values(long_stays),
    ].flatMap(({ rolling, mom }) => [rolling, mom]);
    expect(series).toHaveLength(18);
    for (const line of [...series, ...Object.values(general ?? {})]) {
      expect(line).toHaveLength(GRAPH_MONTHS);
    }
    expect(Object.keys(general ?? {})).toEqual([
      "patient_count",
      "days_of_care",
      "snf_adm",
    ]);
  });

  test("the rates of graphs are their events over their denominators", async () => {
    const { long_stays } = await graphsOf("company", "facility/101");
    for (const mode of ["rolling", "mom"] as const) {
      long_stays.hosp_1000[mode].forEach((rate, index) => {
        const events = long_stays.inpatient_events[mode][index] ?? NaN;
        const days = long_stays.period_doc[mode][index] ?? NaN;
        if (days === 0) expect(rate).toBeNull();
        else expect(rate).toBeCloseTo((events * 1000) / days, 9);
      });
    }
  });

  test("graphs are ISNP graphs for ISNP-only viewers, whatever they ask for", async () => {
    const isnp = await graphsOf("region", "region/11", "?isnp=true");
    expect(isnp).not.toEqual(await graphsOf("region", "region/11"));
    for (const query of ["", "?isnp=false"]) {
      expect(await graphsOf("isnp", "region/11", query)).toEqual(isnp);
    }
  });

  test("the quality score is that of its own counts", async () => {
    const path = "/api/qmcalculator/region/11/";
    const { data } = getQuality.answer.parse(
      await bodyOf(await client.askAs("region", getQuality, path)),
    );
    for (const { tag, denominator } of QUALITY_MEASURES) {
      const events = data[tag].events ?? NaN;
      const over = data[denominator] ?? NaN;
      expect(data[tag]).toEqual(measureScore(tag, events, over));
    }
    const isnp = getQuality.answer.parse(
      await bodyOf(await client.askAs("isnp", getQuality, path)),
    );
    expect(isnp.data.ach_adm).toBeLessThan(data.ach_adm ?? 0);
  });

  test.each<[string, AnyEndpoint, (subject: string) => string]>([
    ["graphs", getGraphs, (subject) => `/api/new_graphs/${subject}/${END}/`],
    ["quality", getQuality, (subject) => `/api/qmcalculator/${subject}/`],
  ])(
    "%s are given and refused by the access table",
    async (_, target, pathOf) => {
      for (const [username, expected] of Object.entries(ACCESS_TABLE)) {
        const outcomes: Outcome[] = [];
        for (const subject of SUBJECTS) {
          const { status } = await client.askAs(
            username,
            target,
            pathOf(subject),
          );
          // Nothing to count is an answer too.
          const isLetThrough = status === 200 || status === 204;
          outcomes.push(isLetThrough ? "ok" : (status as Outcome));
        }
        expect([username, outcomes]).toEqual([username, expected]);
      }
    },
  );
});
