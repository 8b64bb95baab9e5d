import { addFieldIssues } from "~/http/field-issues.server";
import { withZod } from "@remix-validated-form/with-zod";
import { z } from "zod";
import {
  FIELD_NAMES,
  type FieldName,
} from "~/features/cms-requests/rules/report-fields";
import { checkRequest } from "~/features/cms-requests/rules/request-rules";

/** What a field holds; how much of it there may be is bounded where the form is read. */
const texts = z.array(z.string()).default([]);

const typedValues = z.object(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, texts])) as Record<
    FieldName,
    typeof texts
  >,
);

/** The server's check of the request form: the rules are the domain's, the answer is the request to send. */
export function requestValidator(context: Parameters<typeof checkRequest>[1]) {
  return withZod(
    typedValues.transform((typed, issues) => {
      const { errors, value } = checkRequest(typed, context);
      if (value) return value;
      addFieldIssues(issues, errors);
      return z.NEVER;
    }),
  );
}
