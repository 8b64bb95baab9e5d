import { textsIn } from "~/domain/form-texts";

/** Makes of the boxes of each kind of place one field: a form may have 300 fields, and a user more facilities. */
export function sendPlacesAsOne({ formData }: FormDataEvent): void {
  for (const level of ["division", "region", "facility"]) {
    const ids = textsIn(formData, level);
    if (ids.length > 1) formData.set(level, ids.join(" "));
  }
}
