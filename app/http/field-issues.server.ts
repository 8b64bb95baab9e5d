import type { z } from "zod";

/** Tells a schema what the rules of the domain find wrong with fields. */
export function addFieldIssues(
  { addIssue }: Pick<z.RefinementCtx, "addIssue">,
  errors: Partial<Record<string, string>>,
): void {
  for (const [field, message] of Object.entries(errors)) {
    addIssue({ code: "custom", path: [field], message });
  }
}
