export const newerDataWords = {
  text: "There is newer data.",
  link: "Show it",
};
