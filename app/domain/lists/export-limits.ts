/** Exports that are made at once for one user; making one takes much of a server. */
export const EXPORTS_PER_USER = 2;

/** What whoever asks for one more is told. Not among the messages, which browsers load: only servers say it. */
export const ENOUGH_EXPORTS =
  "Two exports are already being made for you. Please wait until they have finished.";
