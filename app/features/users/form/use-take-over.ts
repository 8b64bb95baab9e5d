import { useCallback, useRef } from "react";
import { textsIn } from "~/domain/form-texts";

/**
 * Reads a form when scripts take it over, and makes it send its places as one field each. A ref, not an effect:
 * somebody may have typed before, and an effect runs after the dialog has replaced the form.
 */
export function useTakeOver(
  read: (form: HTMLFormElement) => void,
): (form: HTMLFormElement | null) => void {
  const element = useRef<HTMLFormElement | null>(null);
  return useCallback(
    (form: HTMLFormElement | null) => {
      element.current?.removeEventListener("formdata", sendPlacesAsOne);
      element.current = form;
      if (!form) return;
      form.addEventListener("formdata", sendPlacesAsOne);
      read(form);
    },
    [read],
  );
}

/** A form may have 300 fields, and a user more facilities. */
export function sendPlacesAsOne({ formData }: FormDataEvent): void {
  for (const level of ["division", "region", "facility"]) {
    const ids = textsIn(formData, level);
    if (ids.length > 1) formData.set(level, ids.join(" "));
  }
}
