const LOGGING_IN = {
  sign_in: "Logged in",
  emergency_entry: "Logged in with an emergency account",
  prove_password:
    "Entered the correct password, then asked for a second factor",
  sign_in_failed: "Login failed",
  sign_in_delayed: "Login delayed after failures",
  sign_out: "Logged out",
  end_organisation_session: "Logged out by the organisation's login",
  session_revoked: "Session ended for security",
  end_own_session: "Ended another session of their own",
  change_own_password: "Changed own password",
  set_up_second_factor: "Set up a second factor",
  renew_second_factor: "Renewed their second factor",
  remove_second_factor: "Removed their second factor",
  add_passkey: "Added a passkey",
  remove_passkey: "Removed a passkey",
  make_recovery_codes: "Made new recovery codes",
  link_organisation_account: "Linked their organisation account",
} as const;

const PATIENTS = {
  view_patients: "Viewed patients",
  view_resident: "Viewed a resident",
  export_rows: "Exported metric data",
  view_notes: "Viewed after-hours notes",
  mark_notes_read: "Marked notes as read",
} as const;

const REPORTS = {
  request_report: "Requested a CMS report",
  download_report: "Downloaded a CMS report",
  view_embedded_report: "Viewed an embedded report",
} as const;

const USERS = {
  create_user: "Created a user",
  change_user: "Changed a user",
  delete_user: "Deleted a user",
  reset_second_factor: "Reset a user's second factor",
  end_sessions: "Logged a user out everywhere",
  make_link_code: "Made a code for an organisation account",
  unlink_organisation_account: "Unlinked a user's organisation account",
  create_group_rule: "Added a group of the organisation",
  change_group_rule: "Changed a group of the organisation",
  delete_group_rule: "Removed a group of the organisation",
  mark_emergency_account: "Made a user an emergency account",
  unmark_emergency_account: "Ended a user's emergency account",
  change_second_factor_rule: "Changed who needs a second factor",
  change_report_access: "Changed access to a report",
} as const;

const REVIEWS = {
  discuss_residents: "Wrote on the list of today",
  view_review: "Viewed a transfer review",
  write_review: "Wrote a transfer review",
  view_transfer_notices: "Viewed notices of a transfer",
  write_transfer_notices: "Recorded notices of a transfer",
  send_transfer_notices: "Marked transfer notices as sent",
  add_review_cause: "Added a transfer cause",
  end_review_cause: "Retired a transfer cause",
} as const;

const CHARTS = {
  add_chart_note: "Added a chart event or phase",
  end_chart_note: "Removed a chart event or phase",
  set_target: "Set a target",
  end_target: "Ended a target",
} as const;

const DATA = {
  import_data: "Imported data",
  forget_resident: "Deleted a resident's name and texts",
} as const;

const MESSAGES = {
  create_sender: "Added a message sender",
  change_sender: "Changed a message sender",
  delete_sender: "Retired a message sender",
  view_message: "Viewed a message",
  retry_message: "Retried a message",
  drop_message: "Dropped a message",
  restore_message: "Restored a dropped message",
  drop_raw_messages: "Deleted old message text",
} as const;

const AUDIT_TRAIL = {
  view_audit_trail: "Viewed the audit trail",
  export_audit_trail: "Exported the audit trail",
} as const;

export const AUDIT_ACTIONS = {
  ...LOGGING_IN,
  ...PATIENTS,
  ...REPORTS,
  ...USERS,
  ...REVIEWS,
  ...CHARTS,
  ...DATA,
  ...MESSAGES,
  ...AUDIT_TRAIL,
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** In the order of the filter. */
export const AUDIT_ACTION_GROUPS: readonly {
  label: string;
  actions: string[];
}[] = [
  { label: "Logging in", actions: Object.keys(LOGGING_IN) },
  { label: "Patients", actions: Object.keys(PATIENTS) },
  { label: "Reports", actions: Object.keys(REPORTS) },
  { label: "Users and access", actions: Object.keys(USERS) },
  { label: "Today and transfer reviews", actions: Object.keys(REVIEWS) },
  { label: "Charts", actions: Object.keys(CHARTS) },
  { label: "Data", actions: Object.keys(DATA) },
  { label: "Messages", actions: Object.keys(MESSAGES) },
  { label: "Audit trail", actions: Object.keys(AUDIT_TRAIL) },
];

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [
  AuditAction,
  ...AuditAction[],
];

/** Ids, counts and fixed words only. Never names of patients, notes, or what somebody typed. */
export type AuditDetails = Readonly<
  Record<string, string | number | boolean | null>
>;
