import type { BrowserJourney } from "./browser";
import { awake, newName, signInTo } from "./sign-in";
import type { Visitor } from "./visitor";

/** Opens the form of a new user, which is a dialog once scripts have made it one, and fills it in. */
export async function fillNewUser(
  visitor: Visitor,
  username: string,
): Promise<void> {
  await visitor.miss(["button", "Show the choices"]);
  await visitor.fill("Username", username);
  await visitor.fill("First name", "Cleo");
  await visitor.fill("Last name", "Ray");
  await visitor.choose("Access level", "company");
}

export async function fillNewPassword(visitor: Visitor): Promise<void> {
  await visitor.fill("Password", "First-Secret-1");
  await visitor.fill("Confirm password", "First-Secret-1");
}

export const users: BrowserJourney = async (visitor, { demo }) => {
  const username = newName();
  await signInTo(visitor, `/users?q=${username}`, demo("demo-accounts"));
  await awake(visitor);
  await visitor.press(["link", "Add User"]);
  await visitor.find(["heading", "Add User"]);
  await fillNewUser(visitor, username);
  await fillNewPassword(visitor);
  await visitor.press(["button", "Create user"]);
  await visitor.see("User created successfully");
  await visitor.press(["link", `Edit ${username}`]);
  await visitor.find(["heading", "Edit User"]);
  await visitor.miss(["button", "Show the choices"]);
  await visitor.fill("Last name", "Rayne");
  await visitor.press(["button", "Save changes"]);
  await visitor.see("User updated successfully");
  await visitor.see("Rayne");
  await visitor.press(["link", `Delete ${username}`]);
  await visitor.find("#delete-user[role=dialog]");
  await visitor.press(["button", "Delete user"]);
  await visitor.see("User deleted successfully");
  await visitor.see("No results found for this search.");
};
