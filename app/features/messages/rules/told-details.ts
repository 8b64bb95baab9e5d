import type { Word } from "./words";

/** What words tell beside times and codes. Null or undefined: nothing. */
export type ToldDetails = Pick<Word, "hospital" | "reason" | "diagnosis">;

/** Each detail as it was told last. @param words in the order of their saying */
export function lastDetails(words: readonly ToldDetails[]): ToldDetails {
  const last = (key: keyof ToldDetails) =>
    words.flatMap((word) => word[key] ?? []).at(-1);
  return {
    hospital: last("hospital"),
    reason: last("reason"),
    diagnosis: last("diagnosis"),
  };
}
