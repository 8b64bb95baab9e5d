export const GROUP_EDITOR_ID = "group-editor";

/** Stands in the address instead of an id. */
export const NEW_GROUP = "add";
