/** Three words in one line are wider than a phone once its text has twice the size. */
export const REQUEST_LINK_FIT = "max-w-full !whitespace-normal";
