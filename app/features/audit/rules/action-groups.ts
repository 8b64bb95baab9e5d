import type { AuditAction } from "./actions";

/** The groups of the filter; each action is in one. */
export const AUDIT_ACTION_GROUPS: readonly {
  label: string;
  actions: readonly AuditAction[];
}[] = [
  {
    label: "Logging in",
    actions: [
      "sign_in",
      "emergency_entry",
      "prove_password",
      "sign_in_failed",
      "sign_in_delayed",
      "sign_out",
      "end_organisation_session",
      "session_revoked",
      "end_own_session",
      "change_own_password",
      "set_up_second_factor",
      "renew_second_factor",
      "remove_second_factor",
      "add_passkey",
      "remove_passkey",
      "make_recovery_codes",
      "link_organisation_account",
    ],
  },
  {
    label: "Patients",
    actions: [
      "view_patients",
      "view_resident",
      "export_rows",
      "view_notes",
      "mark_notes_read",
    ],
  },
  {
    label: "Reports",
    actions: ["request_report", "download_report", "view_embedded_report"],
  },
  {
    label: "Users and access",
    actions: [
      "create_user",
      "change_user",
      "delete_user",
      "reset_second_factor",
      "end_sessions",
      "make_link_code",
      "unlink_organisation_account",
      "create_group_rule",
      "change_group_rule",
      "delete_group_rule",
      "mark_emergency_account",
      "unmark_emergency_account",
      "change_second_factor_rule",
      "change_report_access",
    ],
  },
  {
    label: "Today and transfer reviews",
    actions: [
      "discuss_residents",
      "view_review",
      "write_review",
      "view_transfer_notices",
      "write_transfer_notices",
      "send_transfer_notices",
      "add_review_cause",
      "end_review_cause",
    ],
  },
  {
    label: "Charts",
    actions: ["add_chart_note", "end_chart_note", "set_target", "end_target"],
  },
  { label: "Data", actions: ["import_data", "forget_resident"] },
  {
    label: "Messages",
    actions: [
      "create_sender",
      "change_sender",
      "delete_sender",
      "view_message",
      "retry_message",
      "drop_message",
      "restore_message",
      "drop_raw_messages",
    ],
  },
  {
    label: "Audit trail",
    actions: ["view_audit_trail", "export_audit_trail"],
  },
];
