import type { AuditEvent } from "~/contract/audit";

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Two pages of the contract and a bit. */
const ORDINARY_DAYS = 110;

type Told = Pick<AuditEvent, "action"> & Partial<AuditEvent>;

const MANAGER = { user_id: 3, username: "demo-accounts" };
const FACILITY = { user_id: 6, username: "demo-facility" };
const FORMER = { target_user_id: 99, target_username: "former-user" };

/** What happened so many hours ago. */
const TOLD: readonly [hoursAgo: number, Told][] = [
  [1, { ...MANAGER, action: "sign_in" }],
  [2, { action: "sign_in_failed", address: "198.51.100.9" }],
  [
    5,
    {
      ...MANAGER,
      action: "change_report_access",
      details: { report: "infection-control", role: "region", allow: true },
    },
  ],
  [
    26,
    {
      ...FACILITY,
      action: "export_rows",
      details: {
        level: "facility",
        subject_id: 101,
        facility_id: null,
        measure: "rth",
        ending: "complete",
        rows: 12,
      },
    },
  ],
  [30, { ...MANAGER, ...FORMER, action: "delete_user" }],
  // By a command on the server.
  [31, { ...FORMER, action: "create_user", address: null }],
];

function ordinaryDay(day: number): [number, Told][] {
  const hoursAgo = 3 + day * DAY_HOURS;
  const details = {
    level: "physician",
    subject_id: 1003000101,
    facility_id: 101,
    rows: 4,
  };
  return [
    [hoursAgo, { ...FACILITY, action: "view_patients", details }],
    [hoursAgo + 0.1, { ...FACILITY, action: "sign_in" }],
  ];
}

/** Invented events up to now, newest first; their ids grow with time. */
export function mockAuditEvents(now: Date): AuditEvent[] {
  const days = Array.from({ length: ORDINARY_DAYS }, (_, day) =>
    ordinaryDay(day),
  );
  const told = [...TOLD, ...days.flat()].sort(([a], [b]) => a - b);
  return told.map(([hoursAgo, event], index) => ({
    user_id: null,
    username: null,
    target_user_id: null,
    target_username: null,
    details: {},
    address: "192.0.2.1",
    ...event,
    id: told.length - index,
    at: new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString(),
  }));
}
