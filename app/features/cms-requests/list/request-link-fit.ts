/** At twice the text size the words need two lines on a phone. */
export const REQUEST_LINK_FIT = "max-w-full !whitespace-normal";
