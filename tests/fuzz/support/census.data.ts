import { PASSWORD } from "../../pages/support/census";

/** Users that the requests are made by; no request names their ids. */
export const ASKING = ["company", "accounts", "physicians"] as const;

/** Somebody who comes from the organisation's login, and has no user. */
export const UNLINKED = "unlinked";

/** Between proof and session: a user with a second factor, one who has to set one up, and who has no user yet. */
export const STEPPING = ["half", "forced", UNLINKED] as const;

/** Signed in, in two browsers, before a second factor was set up. */
export const OWNER = "owner";
/** Of the passkey that a user with a second factor has. */
export const passkeyIdOf = (username: string) => `passkey-of-${username}`;

const OTHERS = Array.from(
  { length: 30 },
  (_, index) => `other-${index},Olga,Other,${PASSWORD},facility,101,false`,
);

/** The small census with notes of the last hours, and users to change and delete. */
export const FUZZ_CENSUS: Record<string, string> = {
  "users.csv": `username,firstname,lastname,password,access_level,access_level_id,isnp_only
company,Cara,Company,${PASSWORD},company,0,false
accounts,Amy,Accounts,${PASSWORD},account_manager,0,false
physicians,Sam,Stone,${PASSWORD},physician,1000000002,false
${OTHERS.join("\n")}
half,Hal,Half,${PASSWORD},facility,101,false
forced,Flo,Forced,${PASSWORD},region,11,false
${OWNER},Otto,Owner,${PASSWORD},facility,101,false`,
  "notes.csv": `note_id,patient_id,facility_id,npi,noted_at,note_type,note_text,provider,high_risk
1,2,101,1000000002,${hoursAgo(3)},Consultation,Seen by telehealth.,,true
2,3,102,1000000002,${hoursAgo(30)},Consultation,Seen again.,Dr. Night,true`,
};

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
