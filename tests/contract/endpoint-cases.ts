import { login, logout, refresh } from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import { getQiesFile } from "~/contract/qies-reports";
import { ACCOUNT_CASES } from "./endpoint-cases/accounts";
import { FIGURE_CASES } from "./endpoint-cases/figures";
import { PLACE_CASES } from "./endpoint-cases/places";
import { REPORT_CASES } from "./endpoint-cases/reports";
import type { EndpointCase } from "./endpoint-cases/endpoint-case";

/** Calls that the data server answers. */
export const CASES_FOR_ALL: EndpointCase[] = [
  ...ACCOUNT_CASES,
  ...PLACE_CASES,
  ...FIGURE_CASES,
  ...REPORT_CASES,
];

/** Calls by an address that another call has given; they have tests of their own. */
export const LINKED_ENDPOINTS: AnyEndpoint[] = [getQiesFile];

/** Calls of a session's life, which have tests of their own. */
export const SESSION_ENDPOINTS: AnyEndpoint[] = [login, refresh, logout];
