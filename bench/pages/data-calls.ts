import type { AnyEndpoint } from "~/contract/endpoint";
import { getFrailty } from "~/contract/frailty";
import { getGraphs } from "~/contract/graphs";
import { getMedicalStaff } from "~/contract/medicalstaff";
import { getMetrics } from "~/contract/metrics";
import { getOrganization } from "~/contract/organization";
import { getPhysician } from "~/contract/physician";
import {
  getPhysicianAlerts,
  getUnreadAlerts,
} from "~/contract/physicianalerts";
import { getReports } from "~/contract/reports";
import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import { getUsers } from "~/contract/users";

/** What the measured pages ask for. */
const ENDPOINTS: readonly AnyEndpoint[] = [
  getFrailty,
  getGraphs,
  getLocationSummary,
  getMedicalStaff,
  getMetrics,
  getOrganization,
  getPatientSummary,
  getPhysician,
  getPhysicianAlerts,
  getReports,
  getUnreadAlerts,
  getUsers,
];

/** A call of the contract as its caller states it. */
export interface StatedCall {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  query: Record<string, string>;
}

/** The call that an address of the API host stands for; throws where it is none of those that pages make. */
export function statedCall(address: string): StatedCall {
  const { pathname, searchParams } = new URL(address, "http://host.invalid");
  for (const endpoint of ENDPOINTS) {
    const params = paramsIn(endpoint.path, pathname);
    if (params && endpoint.params.safeParse(params).success) {
      return { endpoint, params, query: Object.fromEntries(searchParams) };
    }
  }
  throw new Error(`no endpoint has the address ${pathname}`);
}

function paramsIn(
  pattern: string,
  pathname: string,
): Record<string, string> | null {
  const named = pattern.replace(/:(\w+)/g, "(?<$1>[^/]+)");
  const match = new RegExp(`^${named}$`).exec(pathname);
  return match && { ...match.groups };
}
