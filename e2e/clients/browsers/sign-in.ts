import type { User } from "../portal";
import type { Visitor } from "./visitor";

export async function submitLogin(
  visitor: Visitor,
  { username, password }: User,
): Promise<void> {
  await visitor.fill("Username", username);
  await visitor.fill("Password", password);
  await visitor.press(["button", "Login"]);
}

/** Waits until scripts have taken the page over: its session clock runs then. */
export async function awake(
  visitor: Visitor,
  withinMs?: number,
): Promise<void> {
  await visitor.find('html[data-clock="running"] body', withinMs);
}

/** Opens a page as somebody who has to log in first. */
export async function signInTo(
  visitor: Visitor,
  path: string,
  user: User,
): Promise<void> {
  await visitor.open(path);
  await visitor.at(/^\/login/);
  await submitLogin(visitor, user);
  await visitor.at(/^\/(?!login)/);
}

/** The name of a user whom nobody else makes. */
export function newName(): string {
  return `cleo-${Date.now()}`;
}
