export function textsIn(form: FormData, name: string): string[] {
  return form
    .getAll(name)
    .filter((value): value is string => typeof value === "string");
}

export function textIn(form: FormData, name: string): string {
  return textsIn(form, name)[0] ?? "";
}
