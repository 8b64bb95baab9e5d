/** For a page that shows outdated data. */
export const newerDataWords = {
  text: "There is newer data.",
  link: "Show it",
};
