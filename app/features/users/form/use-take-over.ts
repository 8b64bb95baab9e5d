import { useCallback, useRef } from "react";
import { textsIn } from "~/domain/form-texts";

/**
 * Reads a form with boxes of places where scripts take it over, and has it send them as one field. Somebody may have typed
 * before scripts were here, and an effect would come after a dialog has a form of its own.
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

/** Makes of the boxes of each kind of place one field: a form may have 300 fields, and a user more facilities. */
export function sendPlacesAsOne({ formData }: FormDataEvent): void {
  for (const level of ["division", "region", "facility"]) {
    const ids = textsIn(formData, level);
    if (ids.length > 1) formData.set(level, ids.join(" "));
  }
}
