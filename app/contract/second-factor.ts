import { z } from "zod";
import { endpoint } from "./endpoint";
import { idParam, nothing } from "./wire";

/** POST /auth/me/sign-in/end/: ends another session of the user; 404 where there is no such one. */
export const postSessionEnd = endpoint({
  method: "POST",
  path: "/auth/me/sign-in/end/",
  params: nothing,
  query: nothing,
  body: z.object({ session: z.string().min(1).max(100) }),
  bodyType: "json",
  answer: z.unknown(),
});

/** DELETE /auth/user/{id}/sessions: ends all sessions of another user. Rank 7 only; 400 for the own ones. */
export const deleteUserSessions = endpoint({
  method: "DELETE",
  path: "/auth/user/:id/sessions",
  params: z.object({ id: idParam }),
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: z.unknown(),
});
