export const LONGEST_SEARCH = 100;

/** Collapses blanks and control characters, and cuts at {@link LONGEST_SEARCH} characters. Empty for nothing. */
export function searchText(typed: string | null | undefined): string {
  const text = (typed ?? "").replace(/[\s\p{C}]+/gu, " ").trim();
  return Array.from(text).slice(0, LONGEST_SEARCH).join("").trim();
}
