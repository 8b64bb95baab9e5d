import { describe, expect, it } from "vitest";
import type { AuditDetails } from "./actions";
import { auditDetailsText } from "./details";

const CASES: [action: string, details: AuditDetails, text: string][] = [
  ["sign_in", { how: "password and code" }, "By password and code"],
  ["sign_in_failed", { reason: "password" }, "Wrong password"],
  ["prove_password", { wanted: "code" }, ""],
  ["prove_password", { wanted: "a passkey" }, "a passkey"],
  ["session_revoked", { reason: "groups" }, "Groups no longer give access"],
  ["end_organisation_session", { sessions: 2 }, "2 sessions"],
  ["mark_notes_read", { notes: 1 }, "1 note"],
  ["end_review_cause", { cause_id: 3 }, "Cause 3"],
  ["view_embedded_report", { report: "falls" }, "Report falls"],
  [
    "send_transfer_notices",
    { level: "facility", subject_id: 101, rows: 2 },
    "2 transfers of Facility 101",
  ],
  [
    "change_second_factor_rule",
    { access_level: "region", required_from: "never → 2026-12-01" },
    "Access level: Region; Needed from: never → 12/01/2026",
  ],
  [
    "sign_in_delayed",
    { kind: "session", seconds: 1 },
    "For this session for 1 second",
  ],
  [
    "view_patients",
    { level: "physician", subject_id: 7, facility_id: 101, rows: 1 },
    "1 patient of Physician 7 in Facility 101",
  ],
  [
    "view_patients",
    {
      ...{ list: "transfers", level: "facility", subject_id: 101 },
      ...{ group: "weekday", from: "2026-01-01", to: "2026-01-31" },
      ...{ page: 2, rows: 50 },
    },
    "50 patients of Facility 101, transfers, weekday, 01/01/2026–01/31/2026, page 2",
  ],
  [
    "view_patients",
    { level: "physician", subject_id: 0, facility_id: 101, rows: 9 },
    "9 patients without a physician in Facility 101",
  ],
  [
    "export_rows",
    {
      ...{ level: "company", subject_id: 0, facility_id: null },
      ...{ measure: "rth", ending: "complete", rows: 1_234 },
    },
    "RTH/RTH%, 1,234 rows of the company",
  ],
  [
    "export_rows",
    {
      ...{ level: "facility", subject_id: 101 },
      ...{ measure: "a_newer_one", ending: "begun" },
    },
    "A_newer_one, Facility 101, begun",
  ],
  [
    "discuss_residents",
    { facility_id: 101, discussed: 1, taken_back: 0, lines: 3 },
    "1 resident discussed, 3 lines, Facility 101",
  ],
  [
    "write_review",
    {
      ...{ step: "save", transfer_id: 12, patient_id: 7, facility_id: 101 },
      fields: "reason causes",
    },
    "Saved, Transfer 12 of Resident 7 in Facility 101; Fields reason, causes",
  ],
  [
    "add_chart_note",
    { kind: "baseline", note_id: 4, level: "region", subject_id: 21 },
    "Frozen baseline 4 of Region 21",
  ],
  [
    "end_chart_note",
    { kind: "event", note_id: 5, level: "company", subject_id: 0 },
    "Event 5 of Company",
  ],
  [
    "set_target",
    { target_id: 4, measure: "rth_30", level: "region", subject_id: 21 },
    "Target 4 for 30 Day RTH of Region 21",
  ],
  [
    "request_report",
    { report_id: 12, report: "50-5015", facility_id: 101 },
    "MDS 3.0 Missing Assessment for Facility 101 (request 12)",
  ],
  [
    "download_report",
    { report_id: 12, report: "99-1", facility_id: 101 },
    "99-1 for Facility 101 (request 12)",
  ],
  [
    "change_user",
    {
      ...{ username: "ada → ida", access_level: "facility → region" },
      ...{ access_level_id: "101 → ", isnp_only: "false → true" },
      password: "changed",
    },
    "Username: ada → ida; Access level: Facility → Region; Ids: 101 → none; ISNP only: no → yes; Password changed",
  ],
  [
    "delete_user",
    { via: "import", access_level: "division", isnp_only: false },
    "By import; Access level: Division; ISNP only: no",
  ],
  [
    "change_report_access",
    { report: "falls", role: "company", allow: true },
    "Report falls given to Company",
  ],
  [
    "change_report_access",
    { via: "import", report: "falls", role: "a_newer_role", allow: false },
    "By import; Report falls taken from a_newer_role",
  ],
  [
    "import_data",
    {
      ...{ kind: "census", import_id: 12, outcome: "stored" },
      ...{ added: 1_200, changed: 1, removed: 0, problems: 0, warnings: 3 },
      started_by: "sojourn@quality-1",
    },
    "Census 12 stored, 1,200 rows added, 1 row changed, 3 warnings, by sojourn@quality-1",
  ],
  [
    "view_message",
    { message_id: 12, patient_ids: "1001", facility_id: 101 },
    "Message 12 of Resident 1001 in Facility 101",
  ],
  [
    "view_message",
    { message_id: 12, patient_ids: "1001, 1002", facility_id: null },
    "Message 12 of Residents 1001, 1002",
  ],
  [
    "drop_raw_messages",
    { messages: 1_200, before: "2026-03-04" },
    "1,200 messages from before 03/04/2026",
  ],
  [
    "view_audit_trail",
    {
      ...{ unknown_user: true, action: "sign_in_failed" },
      ...{ from: "2026-03-01", to: "2026-03-04" },
    },
    "An unknown user, Login failed, 03/01/2026–03/04/2026",
  ],
  ["view_audit_trail", { to: "2026-03-04" }, "To 03/04/2026"],
  [
    "export_audit_trail",
    { from: "2026-03-01", ending: "complete", rows: 2 },
    "From 03/01/2026, 2 events",
  ],
];

describe("the details of an event", () => {
  it.each(CASES)("of %s %j read: %s", (action, details, text) => {
    expect(auditDetailsText(action, details)).toBe(text);
  });

  it.each([
    ...["create_user", "change_user", "delete_user", "mark_emergency_account"],
    ...["create_group_rule", "change_group_rule", "delete_group_rule"],
    ...["create_sender", "change_sender", "delete_sender"],
    "change_second_factor_rule",
  ])("of %s say what changed, field by field", (action) => {
    const details = { via: "import", group: "nurses", sender: "PCC" };
    expect(auditDetailsText(action, details)).toBe(
      "By import; Group: nurses; Application: PCC",
    );
  });

  it("are said as they are where the sentence knows no place for them", () => {
    expect(auditDetailsText("view_notes", { rows: 3, shift: "night" })).toBe(
      "3 notes; shift: night",
    );
    expect(auditDetailsText("sign_in", { sso: true, tries: 2 })).toBe(
      "sso: yes; tries: 2",
    );
    expect(auditDetailsText("view_notes", { rows: "many" })).toBe("rows: many");
  });

  it("of an action that only a newer host knows are said as they are, whatever it is called", () => {
    for (const action of ["merge_users", "constructor", "toString"]) {
      expect(auditDetailsText(action, { into: 4, why: null })).toBe("into: 4");
    }
    expect(
      auditDetailsText("change_user", { constructor: "x", toString: "y" }),
    ).toBe("constructor: x; toString: y");
  });
});
