import type { z } from "zod";

/** Adds the errors that the domain's rules find in fields to a schema's issues. */
export function addFieldIssues(
  { addIssue }: Pick<z.RefinementCtx, "addIssue">,
  errors: Partial<Record<string, string>>,
): void {
  for (const [field, message] of Object.entries(errors)) {
    addIssue({ code: "custom", path: [field], message });
  }
}
