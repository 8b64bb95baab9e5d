/** The field of the form that says that somebody has kept their codes. */
export const KEPT = { name: "intent", value: "kept" } as const;
