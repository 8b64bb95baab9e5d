/** Anchor of the dialog, where the page lands without scripts. */
export const DELETE_SHEET_ID = "delete-user";

/** Whom the dialog names. */
export interface UserToDelete {
  id: number;
  name: string;
  username: string;
  level: string;
  /** Where they belong, in words; empty for no place. */
  location: string;
  /** Whoever is signed in: nobody deletes themself. */
  isOwn: boolean;
}

/** What the page has after a post that deleted nobody. */
export interface DeletionAnswer {
  error: string;
}
