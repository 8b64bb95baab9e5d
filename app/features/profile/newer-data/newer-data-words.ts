/** Words of a page whose data are not the newest any more. */
export const newerDataWords = {
  text: "There is newer data.",
  link: "Show it",
};
