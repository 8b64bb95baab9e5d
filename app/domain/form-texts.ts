/** The texts of the fields of a name; files are left out. */
export function textsIn(form: FormData, name: string): string[] {
  return form
    .getAll(name)
    .filter((value): value is string => typeof value === "string");
}

/** The text of a field; empty where there is none. */
export function textIn(form: FormData, name: string): string {
  return textsIn(form, name)[0] ?? "";
}
