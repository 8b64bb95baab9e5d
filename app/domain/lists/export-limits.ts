/** Exports that are made at once for one user; making one takes much of a server. */
export const EXPORTS_PER_USER = 2;

export const ENOUGH_EXPORTS =
  "Two exports are already being made for you. Please wait until they have finished.";
