import type { usersFileWords } from "../rules/users-file";

/** Names of the fields of both forms: the chosen file, then as base64, with the plan of its preview. */
export const FILE_FIELDS = { file: "file", plan: "plan" } as const;

/** By it the document tells which script it needs. */
export const FILE_SCREEN_ID = "from-file";

export interface FileRow {
  line: number;
  username: string;
  name: string;
  level: string;
  locations: string;
  isnpOnly: boolean;
  state: keyof typeof usersFileWords.states;
  /** What is wrong, or what differs. */
  notes: string[];
}

/** What the page has after a post. */
export type FileAnswer =
  | { kind: "refused"; errors: string[] }
  | {
      kind: "preview";
      errors: string[];
      rows: FileRow[];
      /** The file, as base64. */
      content: string;
      /** Null where it cannot be done. */
      plan: string | null;
    }
  | {
      kind: "created";
      users: { name: string; username: string; password: string }[];
    };
