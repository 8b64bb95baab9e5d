import { AUDIT_ACTIONS } from "~/features/audit/rules/actions";
import { FIGURE_TAGS, TRANSFERS_TAG } from "~/domain/figures/figure-tags";
import { nameInList } from "~server/auth/passkeys/passkey-rows";
import { PASSWORD } from "../../pages/support/census";
import { OWNER, passkeyIdOf } from "./census.data";
import type { BuiltRoute } from "./manifest";

/** Segments of paths by their names in the routes. Ids of users are those of nobody who asks. */
export const SEGMENTS: Record<string, string[]> = {
  id: ["101", "11", "21", "12", "999"],
  npi: ["1000000002", "1000000001", "1999999999"],
  level: ["facility", "company", "division", "region", "physician"],
  slug: ["infection-control", "nowhere"],
  "*": [
    "nowhere",
    "link",
    "callback",
    "reports/x/y",
    "user/create/x",
    "build/x.js",
  ],
};

/** Addresses that somebody can open, of routes where the first known segments are none. */
const OPEN_ADDRESSES: Record<string, string> = {
  "routes/division-profile.$id": "/division-profile/1",
  "routes/region-profile.$id": "/region-profile/11",
  "routes/metric-data.$level.$id": "/metric-data/facility/101?measure=rth",
  "routes/figure-rows.$level.$id": "/figure-rows/facility/101?measure=rth",
  "routes/feed_.message.$id": "/feed/message/1",
  "routes/events.$level.$id": "/events/facility/101",
  "routes/targets.$level.$id": "/targets/facility/101",
  "routes/transfers.$level.$id": "/transfers/facility/101?list=all",
  "routes/signals.$level.$id": "/signals/facility/101?sort=rth_30",
  "routes/signals-data.$level.$id": "/signals-data/facility/101",
  "routes/facilities.$level.$id": "/facilities/region/11?sort=rth",
  "routes/changes.$": "/changes/region/11",
  "routes/facilities-data.$level.$id": "/facilities-data/region/11",
  "routes/today.$level.$id": "/today/facility/101",
  "routes/today-data.$level.$id": "/today-data/facility/101",
  "routes/residents.$id": "/residents/2",
  "routes/reviews_.$id": "/reviews/1",
  "routes/transfer-notices.$level.$id":
    "/transfer-notices/facility/101?month=2025-01",
  "routes/transfer-notices.$id": "/transfer-notices/1",
  "routes/transfer-notices-data.$level.$id":
    "/transfer-notices-data/facility/101",
  "routes/users.$id.delete": "/users/12/delete",
  "routes/users.$id.edit": "/users/12/edit",
  "routes/users.$id.second-factor": "/users/12/second-factor",
  "routes/users.$id.sessions": "/users/12/sessions",
  "routes/users.$id.organisation-account": "/users/12/organisation-account",
  "routes/users_.groups_.$id": "/users/groups/1",
  "routes/users_.groups_.$id_.remove": "/users/groups/2/remove",
  "routes/oidc.$": "/oidc/link",
};

/** Routes that nobody opens: not found is what they answer. */
export const SHUT = ["routes/$"];

const DAYS = ["2025-01-01", "2025-06-30", "2026-03-08", "2026-11-01"];
const FLAGS = ["true", "false"];

/** Every parameter of a query that the portal looks for, with values that mean something to it. */
export const PARAMETERS: Record<string, string[]> = {
  again: ["1", "20"],
  action: Object.keys(AUDIT_ACTIONS).slice(0, 3),
  before: ["1", "20"],
  compare: ["rth", "adm_1000"],
  dir: ["asc", "desc"],
  division: ["1", "2"],
  due: ["1"],
  edit: ["1", "2"],
  emergency: ["", "1"],
  end: ["1", "2"],
  endDate: DAYS,
  facility: ["101", "201"],
  "facility-id": ["101", "102"],
  physician: ["1000000001", "none"],
  show: ["attention", "out"],
  unit: ["2 West"],
  frailty: ["high", "low"],
  from: ["/company-overview", "/search?q=elm"],
  graph: ["rth_30"],
  help: ["open"],
  highRisk: FLAGS,
  hours: ["24", "72"],
  id: ["101", "11"],
  import: ["1", "2"],
  login: ["never", "long-ago"],
  inspect: [...FIGURE_TAGS],
  isnp: FLAGS,
  key: ["inpatient", "0", "not-known", "5-3", "night"],
  level: ["facility", "physician"],
  like: ["12", "0"],
  list: [
    "no_physician",
    "waiting",
    "all",
    "weekday",
    "weekday_hour",
    "shift",
    "overdue",
    "mine",
  ],
  measure: [...FIGURE_TAGS, TRANSFERS_TAG],
  modal: ["quality"],
  mrn: ["M-1", "none"],
  mom: ["rth_30", "rth_30,ed_30"],
  month: ["2026-11", "2025-06"],
  months: ["36", "18"],
  notes: ["open", "2"],
  of: ["facilities"],
  page: ["1", "2", "999999"],
  part: ["graphs", "rows"],
  passkey: [nameInList(passkeyIdOf(OWNER))],
  physicians: ["stone", "gray"],
  rate: ["rth", "ed_1000"],
  reason: ["unknown_sender", "no_stay"],
  sender: ["PCC", ""],
  previousEndDate: DAYS,
  previousStartDate: DAYS,
  q: ["elm", "101", "stone"],
  region: ["11", "21"],
  report: ["1", "2"],
  resident: ["1", "4"],
  rows: ["1", "2"],
  silentSince: DAYS,
  stays: ["current"],
  step: ["change", "action"],
  sort: ["name", "patient_count", "username"],
  start: ["101", "101.20000.1"],
  startDate: DAYS,
  status: ["used", "waiting"],
  timemeoutnow: ["", "1"],
  update: ["1"],
  user: ["company", "other-1"],
  view: ["huddle"],
  whole: ["1"],
};

/** What Remix looks for by itself. */
export const PARAMETERS_OF_REMIX = ["_data", "index", "p"];

/** What the client of OpenID Connect looks for in the address that it makes itself. */
export const PARAMETERS_OF_OPENID = [
  "client_id",
  "request",
  "request_uri",
  "response_type",
  "state",
];

/** Fields of forms, where what stands in the page alone would get no further than the first check. */
export const FIELD_VALUES: Record<string, string[]> = {
  username: ["other-29", "new-user"],
  firstname: ["Nora"],
  // username,firstname,lastname,access_level,location and a user of the company.
  file: [
    "dXNlcm5hbWUsZmlyc3RuYW1lLGxhc3RuYW1lLGFjY2Vzc19sZXZlbCxsb2NhdGlvbgpuZXcsTm9yYSxOZXcsY29tcGFueSwK",
  ],
  plan: ["0".repeat(64)],
  lastname: ["New"],
  password: [PASSWORD, "long-enough-1"],
  confirmPassword: [PASSWORD, "long-enough-1"],
  currentPassword: [PASSWORD],
  newPassword: ["long-enough-1"],
  accessLevel: ["facility", "region", "physician", "account_manager"],
  role: ["facility", "hospital"],
  codes: ["PV1-36:HOSP=02"],
  bound_to: ["10.1.0.0/16 pcc.example"],
  code: ["000000", "0123-4567-89ab-cdef"],
  recoveryCode: ["0123-4567-89ab-cdef"],
  presentCode: ["000000", "0123-4567-89ab-cdef"],
  intent: ["kept"],
  "requiredFrom-region": ["2999-12-31"],
  task: ["retry", "drop", "make", "unlink", "mark", "unmark"],
  kind: ["event", "phase"],
  measures: ["rth_30", "ed_30"],
  from: ["2025-06-01", "2025-06"],
  session: ["IHZZB_u0iJm2jSY1i06eAU"],
  setUp: ["c2VhbGVk"],
  attempt: ["c2VhbGVk"],
  passkey: [
    JSON.stringify({
      id: "AAAA",
      client_data: "AAAA",
      authenticator_data: "AAAA",
      signature: "AAAA",
      attestation: "AAAA",
      transports: [],
    }),
    "{}",
    "[[",
  ],
  passkeyName: ["My phone"],
  name: ["7c9e6679-nurses", "CN=Carers,OU=East"],
  label: ["Nurses"],
  to: ["2026-01-01", "2026-01"],
};

/** The address that a route is opened by. */
export function usual({ id, pattern }: BuiltRoute): string {
  return (
    OPEN_ADDRESSES[id] ??
    pattern.replace(
      /:(\w+)|\*/g,
      (whole, name: string | undefined) => SEGMENTS[name ?? whole]?.[0] ?? "1",
    )
  );
}
