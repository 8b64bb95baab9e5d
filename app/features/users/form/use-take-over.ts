import { useCallback, useRef } from "react";
import { sendPlacesAsOne } from "./send-places-as-one";

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
