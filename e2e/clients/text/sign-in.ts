import type { User } from "../portal";
import type { Reader } from "./reader";

export async function submitLogin(
  reader: Reader,
  { username, password }: User,
): Promise<void> {
  await reader.fill("Username", username);
  await reader.fill("Password", password);
  await reader.follow("Login");
}

/** Logs in, and goes to a page from the one that login leads to. */
export async function signInTo(
  reader: Reader,
  path: string,
  user: User,
): Promise<void> {
  await reader.see("Welcome");
  await submitLogin(reader, user);
  await reader.see("You will be logged out at");
  await reader.open(path);
}
