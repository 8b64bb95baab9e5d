import * as auth from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import * as frailty from "~/contract/frailty";
import * as graphs from "~/contract/graphs";
import * as medicalstaff from "~/contract/medicalstaff";
import * as metricdatacsv from "~/contract/metricdatacsv";
import * as metrics from "~/contract/metrics";
import * as organization from "~/contract/organization";
import * as physician from "~/contract/physician";
import * as physicianalerts from "~/contract/physicianalerts";
import * as physicians from "~/contract/physicians";
import * as powerbi from "~/contract/powerbi";
import * as qiesReports from "~/contract/qies-reports";
import * as qmcalculator from "~/contract/qmcalculator";
import * as reports from "~/contract/reports";
import * as summary from "~/contract/summary";
import * as users from "~/contract/users";

const CONTRACT = {
  auth,
  frailty,
  graphs,
  medicalstaff,
  metricdatacsv,
  metrics,
  organization,
  physician,
  physicianalerts,
  physicians,
  powerbi,
  "qies-reports": qiesReports,
  qmcalculator,
  reports,
  summary,
  users,
};

/** A noun of the contract, as its file is called. */
export type Noun = keyof typeof CONTRACT;

export const NOUNS = Object.keys(CONTRACT) as [Noun, ...Noun[]];

/** Every call of the contract. */
export const ENDPOINTS: readonly { noun: Noun; endpoint: AnyEndpoint }[] =
  NOUNS.flatMap((noun) =>
    Object.values<unknown>(CONTRACT[noun])
      .filter(isEndpoint)
      .map((endpoint) => ({ noun, endpoint })),
  );

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === "object" && value !== null && "bodyType" in value;
}
