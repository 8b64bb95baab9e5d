export function textsIn(form: FormData, name: string): string[] {
  return form
    .getAll(name)
    .filter((value): value is string => typeof value === "string");
}

/** Empty for a field that is there twice. */
export function onlyText(form: FormData, name: string): string {
  const [value, ...more] = form.getAll(name);
  return typeof value === "string" && more.length === 0 ? value : "";
}

export function textIn(form: FormData, name: string): string {
  return textsIn(form, name)[0] ?? "";
}
