/** Marks a post that only wants the form again; stands in its address or among its fields. */
export const UPDATE_PARAMETER = "update";

/**
 * NetSurf knows no `formaction`, so the field says the same. Text browsers show the value before the words, so it is
 * the words.
 */
export function updateButton(formAction: string, words: string) {
  return {
    formAction,
    name: UPDATE_PARAMETER,
    value: words,
    children: words,
  } as const;
}

export function isFieldIn(
  names: ReadonlySet<string>,
  target: EventTarget,
): boolean {
  return (
    (target instanceof HTMLSelectElement ||
      target instanceof HTMLInputElement) &&
    names.has(target.name)
  );
}

export function isUpdateOnly(request: Request, form: FormData): boolean {
  return (
    new URL(request.url).searchParams.has(UPDATE_PARAMETER) ||
    form.has(UPDATE_PARAMETER)
  );
}
