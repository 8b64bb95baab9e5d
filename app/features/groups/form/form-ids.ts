/** Anchor of the form, where the page lands without scripts. */
export const GROUP_EDITOR_ID = "group-editor";

/** In the address, in the place of an id. */
export const NEW_GROUP = "add";
