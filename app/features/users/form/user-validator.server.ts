import { addFieldIssues } from "~/http/field-issues.server";
import { withZod } from "@remix-validated-form/with-zod";
import { z } from "zod";
import { checkUser, type UserFormContext } from "../rules/form-rules";

const ids = z.array(z.number());

/** What the form holds, as it is read. */
const typedUser = z.object({
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  accessLevel: z.string(),
  division: ids.default([]),
  region: ids.default([]),
  facility: ids.default([]),
  physician: z.number().nullable().default(null),
  isnpOnly: z.boolean(),
  password: z.string(),
  confirmPassword: z.string(),
});

/** The server's check of the user form: the rules are the domain's, the answer is what is sent to the host. */
export function userValidator(context: UserFormContext) {
  return withZod(
    typedUser.transform((typed, issues) => {
      const { errors, value } = checkUser(typed, context);
      if (value) return value;
      addFieldIssues(issues, errors);
      return z.NEVER;
    }),
  );
}
