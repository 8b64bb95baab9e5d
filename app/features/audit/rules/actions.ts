/**
 * What the audit trail records. The words of each are what the page of the trail and its file call it.
 */
export const AUDIT_ACTIONS = {
  sign_in: "Logged in",
  sign_in_failed: "Login failed",
  sign_in_delayed: "Login delayed after failures",
  sign_out: "Logged out",
  end_organisation_session: "Logged out by the organisation's login",
  session_revoked: "Session ended for security",
  view_patients: "Viewed patients",
  view_resident: "Viewed a resident",
  view_notes: "Viewed after-hours notes",
  mark_notes_read: "Marked notes as read",
  export_rows: "Exported metric data",
  request_report: "Requested a CMS report",
  download_report: "Downloaded a CMS report",
  view_embedded_report: "Viewed an embedded report",
  create_user: "Created a user",
  change_user: "Changed a user",
  delete_user: "Deleted a user",
  change_own_password: "Changed own password",
  prove_password:
    "Entered the correct password, then asked for a second factor",
  set_up_second_factor: "Set up a second factor",
  renew_second_factor: "Renewed their second factor",
  remove_second_factor: "Removed their second factor",
  add_passkey: "Added a passkey",
  remove_passkey: "Removed a passkey",
  make_recovery_codes: "Made new recovery codes",
  reset_second_factor: "Reset a user's second factor",
  change_second_factor_rule: "Changed who needs a second factor",
  emergency_entry: "Logged in with an emergency account",
  link_organisation_account: "Linked their organisation account",
  make_link_code: "Made a code for an organisation account",
  unlink_organisation_account: "Unlinked a user's organisation account",
  create_group_rule: "Added a group of the organisation",
  change_group_rule: "Changed a group of the organisation",
  delete_group_rule: "Removed a group of the organisation",
  end_sessions: "Logged a user out everywhere",
  mark_emergency_account: "Made a user an emergency account",
  unmark_emergency_account: "Ended a user's emergency account",
  end_own_session: "Ended another session of their own",
  change_report_access: "Changed access to a report",
  import_data: "Imported data",
  forget_resident: "Deleted a resident's name and texts",
  create_sender: "Added a message sender",
  change_sender: "Changed a message sender",
  delete_sender: "Retired a message sender",
  view_message: "Viewed a message",
  retry_message: "Retried a message",
  drop_message: "Dropped a message",
  restore_message: "Restored a dropped message",
  drop_raw_messages: "Deleted old message text",
  discuss_residents: "Wrote on the list of today",
  view_review: "Viewed a transfer review",
  write_review: "Wrote a transfer review",
  view_transfer_notices: "Viewed notices of a transfer",
  write_transfer_notices: "Recorded notices of a transfer",
  send_transfer_notices: "Marked transfer notices as sent",
  add_review_cause: "Added a transfer cause",
  end_review_cause: "Retired a transfer cause",
  add_chart_note: "Added a chart event or phase",
  end_chart_note: "Removed a chart event or phase",
  set_target: "Set a target",
  end_target: "Ended a target",
  view_audit_trail: "Viewed the audit trail",
  export_audit_trail: "Exported the audit trail",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [
  AuditAction,
  ...AuditAction[],
];

/** What belongs to an event: ids, counts and words of ours. Never names of patients, notes, or what somebody typed. */
export type AuditDetails = Readonly<
  Record<string, string | number | boolean | null>
>;
