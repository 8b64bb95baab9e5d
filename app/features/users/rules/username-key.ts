/** The form of a username that is unique: usernames differ by more than case. */
export function usernameKey(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}
