import { newName } from "../new-name";
import { signInTo, submitLogin } from "./sign-in-journeys";
import type { NetsurfJourney } from "./netsurf";
import type { Reader } from "./reader";

/** Fills in the form of a new user, whose password comes last: Enter sends it. */
async function fillNewUser(reader: Reader, username: string): Promise<void> {
  await reader.see("Create user");
  await reader.choose("Access level", 6);
  await reader.fill("Username", username);
  await reader.fillNext("Cleo");
  await reader.fillNext("Ray");
  await reader.picture("form");
  await reader.fill("Minimum 6 characters", "First-Secret-1");
  await reader.fillNext("First-Secret-1");
}

export const users: NetsurfJourney = async (reader, { demo }) => {
  const username = newName();
  await signInTo(reader, `/users?q=${username}`, demo("demo-accounts"));
  await reader.picture("list");
  await reader.press("Add User");
  await fillNewUser(reader, username);
  await reader.press("Create user");
  await reader.asked(/^POST \/users\/add/);
  await reader.see("User created successfully");
  await reader.press("Edit");
  await reader.see("Save changes");
  await reader.fill("Last name", "Rayne");
  await reader.press("Save changes");
  await reader.see(/User updated successfully.*Rayne/);
  await reader.press("Delete");
  await reader.see("Confirm Delete User");
  await reader.picture("delete");
  await reader.press("Delete user");
  await reader.see(/User deleted successfully.*No results found/);
};

/** Nothing on the page tells of the end: the server keeps what comes too late. */
export const sessionEnd: NetsurfJourney = async (reader, { demo, portal }) => {
  const username = newName();
  const user = demo("demo-accounts");
  await signInTo(reader, "/users/add", user);
  await fillNewUser(reader, username);
  portal.endSessions();
  await reader.press("Create user");
  await reader.see("Your session has ended. Please log in again.");
  await submitLogin(reader, user);
  await reader.see(
    "We put back what you had typed before you were logged out.",
  );
  await reader.picture("put-back");
  await reader.fill("Minimum 6 characters", "First-Secret-1");
  await reader.fillNext("First-Secret-1");
  await reader.press("Create user");
  await reader.see(new RegExp(`User created successfully.*${username}`));
};

export const offline: NetsurfJourney = async (reader, { demo, line }) => {
  const username = newName();
  await signInTo(reader, "/users/add", demo("demo-accounts"));
  await fillNewUser(reader, username);
  await line.cut();
  await reader.press("Create user");
  await reader.see("Couldn't connect to server");
  await reader.picture("cut");
  await line.mend();
  await reader.press("Try Again");
  await reader.see(new RegExp(`User created successfully.*${username}`));
};
