import { newName } from "../new-name";
import type { TextJourney } from "./journeys";
import type { Reader } from "./reader";
import { signInTo } from "./sign-in";

export async function fillNewUser(
  reader: Reader,
  username: string,
): Promise<void> {
  await reader.fill("Username", username);
  await reader.fill("First name", "Cleo");
  await reader.fill("Last name", "Ray");
  await reader.choose("Access level", "Company");
}

export async function fillNewPassword(reader: Reader): Promise<void> {
  await reader.fill("Password", "First-Secret-1");
  await reader.fill("Confirm password", "First-Secret-1");
}

export const users: TextJourney = async (reader, { demo }) => {
  const username = newName();
  await signInTo(reader, `/users?q=${username}`, demo("demo-accounts"));
  await reader.follow("Add User");
  await reader.see("Create user");
  await fillNewUser(reader, username);
  await fillNewPassword(reader);
  await reader.keep("filled");
  await reader.follow("Create user");
  await reader.see("User created successfully");
  await reader.follow("Edit");
  await reader.see("Edit User");
  await reader.fill("Last name", "Rayne");
  await reader.follow("Save changes");
  await reader.see("User updated successfully");
  await reader.see("Rayne");
  await reader.follow("Delete");
  await reader.see("Confirm Delete User");
  await reader.follow("Delete user");
  await reader.see("User deleted successfully");
  await reader.see("No results found for this search.");
};
