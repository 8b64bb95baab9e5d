import { addFieldIssues } from "~/http/field-issues.server";
import { withZod } from "@remix-validated-form/with-zod";
import { z } from "zod";
import { ownPasswordErrors } from "~/features/users/rules/own-password-rules";

const text = z.string().default("");

/** The server's check of the form: the rules are the domain's. */
export const passwordValidator = withZod(
  z
    .object({ currentPassword: text, password: text, confirmPassword: text })
    .superRefine((typed, issues) =>
      addFieldIssues(issues, ownPasswordErrors(typed) ?? {}),
    ),
);
