import {
  deleteEmergencyEntry,
  postEmergencyEntry,
} from "~/contract/emergency-entry";
import type { AnyEndpoint } from "~/contract/endpoint";
import {
  deleteOrganisationAccount,
  getOrganisationAccount,
  postLinkCode,
  postOrganisationBegin,
  postOrganisationFinish,
  postOrganisationLink,
} from "~/contract/organisation-account";

/** Calls that need a login of the organisation; they have tests of their own. */
export const ORGANISATION_ENDPOINTS: AnyEndpoint[] = [
  deleteEmergencyEntry,
  deleteOrganisationAccount,
  getOrganisationAccount,
  postEmergencyEntry,
  postLinkCode,
  postOrganisationBegin,
  postOrganisationFinish,
  postOrganisationLink,
];
