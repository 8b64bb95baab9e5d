import type { z } from "zod";

export function addFieldIssues(
  { addIssue }: Pick<z.RefinementCtx, "addIssue">,
  errors: Partial<Record<string, string>>,
): void {
  for (const [field, message] of Object.entries(errors)) {
    addIssue({ code: "custom", path: [field], message });
  }
}
