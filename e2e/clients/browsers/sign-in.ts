import { PASSWORD } from "../../support/accounts";
import type { Line } from "../line";
import type { EngineFolders } from "./engine";
import type { Visitor } from "./visitor";

/** What a browser goes through: `line` is between it and the portal, with its faults, and whole before each journey. */
export type Journey = (
  visitor: Visitor,
  stage: EngineFolders & { line: Line },
) => Promise<void>;

export async function submitLogin(
  visitor: Visitor,
  username: string,
): Promise<void> {
  await visitor.fill("Username", username);
  await visitor.fill("Password", PASSWORD);
  await visitor.press(["button", "Login"]);
}

/** Waits until scripts have taken the page over: its session clock runs then. */
export async function awake(
  visitor: Visitor,
  withinMs?: number,
): Promise<void> {
  await visitor.find('html[data-clock="running"] body', withinMs);
}

/** Opens a page as somebody who has to log in first, and comes to it. */
export async function signInTo(
  visitor: Visitor,
  path: string,
  username: string,
): Promise<void> {
  await visitor.open(path);
  await visitor.at(/^\/login/);
  await submitLogin(visitor, username);
  await visitor.at(new RegExp(`^${path.replace("?", "\\?")}`));
}

/** The name of a user whom nobody else makes. */
export function newName(): string {
  return `cleo-${Date.now()}`;
}
