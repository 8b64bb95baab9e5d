import { newName } from "../new-name";
import type { TextJourney } from "./journeys";
import { signInTo, submitLogin } from "./sign-in";
import { fillNewPassword, fillNewUser } from "./users-journey";

export const sessionEnd: TextJourney = async (reader, { demo, portal }) => {
  const username = newName();
  const user = demo("demo-accounts");
  await signInTo(reader, "/users/add", user);
  await fillNewUser(reader, username);
  await fillNewPassword(reader);
  portal.endSessions();
  await reader.follow("Create user");
  await reader.see("Your session has ended. Please log in again.");
  await submitLogin(reader, user);
  await reader.see(
    "We put back what you had typed before you were logged out. It has not been sent.",
  );
  const kept = [];
  for (const label of ["Username", "First name", "Last name"]) {
    kept.push(await reader.valueOf(label));
  }
  if (kept.join() !== `${username},Cleo,Ray`) {
    throw new Error(`of what was typed there is only '${kept.join()}'`);
  }
};

export const offline: TextJourney = async (reader, { demo, line }) => {
  const username = newName();
  await signInTo(reader, "/users/add", demo("demo-accounts"));
  await fillNewUser(reader, username);
  await fillNewPassword(reader);
  await line.cut();
  await reader.follow("Create user");
  await reader.keep("cut");
  await reader.dismissFailure();
  await line.mend();
  await reader.follow("Create user");
  await reader.see("User created successfully");
};
