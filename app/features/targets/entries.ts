import type { TargetEntries, TargetProblem } from "./rules";

/** Anchor of the question, where the page lands without scripts. */
export const END_ID = "end-target";

/** Id of the link that opens it. */
export const endLinkId = (id: number) => `${END_ID}-${id}`;

/** What the page has after a post that did nothing. */
export interface TargetsAnswer {
  entries: TargetEntries;
  errors: { text: string; field: TargetProblem["field"] | null }[];
}

export const TARGET_FIELDS = ["measure", "value", "from", "reason"] as const;

/** The entries of the form. */
export function readTargetEntries(form: FormData): TargetEntries {
  const read = (name: keyof TargetEntries) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    measure: read("measure"),
    value: read("value"),
    from: read("from"),
    reason: read("reason"),
  };
}
