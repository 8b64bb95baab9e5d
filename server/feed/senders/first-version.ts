/**
 * The version of a sender that is added. One that was ended and is added again is another one: no version of it comes twice, so
 * that whoever has opened the old one does not change the new one.
 */
export function firstVersion(addedAt: Date): number {
  return addedAt.getTime();
}
