import type { usersFileWords } from "../rules/users-file";

/** Both forms have them: first the chosen file, then its base64 with the plan of the preview. */
export const FILE_FIELDS = { file: "file", plan: "plan" } as const;

/** Tells the document which script to preload. */
export const FILE_SCREEN_ID = "from-file";

export interface FileRow {
  line: number;
  username: string;
  name: string;
  level: string;
  locations: string;
  isnpOnly: boolean;
  state: keyof typeof usersFileWords.states;
  notes: string[];
}

export type FileAnswer =
  | { kind: "refused"; errors: string[] }
  | {
      kind: "preview";
      errors: string[];
      rows: FileRow[];
      /** Base64. */
      content: string;
      /** Null if the file cannot be created. */
      plan: string | null;
    }
  | {
      kind: "created";
      users: { name: string; username: string; password: string }[];
    };
