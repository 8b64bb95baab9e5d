/** Usernames are unique by this key, which ignores case. */
export function usernameKey(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}
