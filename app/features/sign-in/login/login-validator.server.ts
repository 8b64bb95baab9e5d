import { withZod } from "@remix-validated-form/with-zod";
import { z } from "zod";
import { MISSING } from "./login-form";

/** The server's check of the login form, before the API host is asked. */
export const loginValidator = withZod(
  z.object({
    username: z
      .string({ required_error: MISSING.username })
      .trim()
      .min(1, MISSING.username),
    password: z
      .string({ required_error: MISSING.password })
      .min(1, MISSING.password),
  }),
);
