/** Stands before a rate of a list that is mostly chance. */
export const SMALL_MARK = "*";
