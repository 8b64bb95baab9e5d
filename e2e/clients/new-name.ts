/** The name of a user whom nobody else makes. */
export function newName(): string {
  return `cleo-${Date.now()}`;
}
