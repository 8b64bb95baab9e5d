/** Fields of users, groups and senders, as their forms call them. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  username: "Username",
  firstname: "First name",
  lastname: "Last name",
  access_level: "Access level",
  access_level_id: "Ids",
  isnp_only: "ISNP only",
  group: "Group",
  label: "Label",
  password: "Password",
  rights_by_groups: "Rights by groups",
  sender: "Application",
  facility: "Facility code",
  role: "Role",
  facility_id: "Facility",
  codes: "Codes",
  required_from: "Needed from",
};
