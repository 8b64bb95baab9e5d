import type { UserAsked } from "../question/user-question";

/** Anchor of the dialog, where the page lands without scripts. */
export const DELETE_SHEET_ID = "delete-user";

/** Whom the dialog names. */
export interface UserToDelete extends UserAsked {
  /** Whoever is signed in: nobody deletes themself. */
  isOwn: boolean;
  /** Groups of the organisation let them in again. */
  isByGroups: boolean;
}
