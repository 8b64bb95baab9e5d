import { all, documentOf } from "../../pages/support/document";

/** A form of a page, as a browser would send it. */
export interface PageForm {
  /** Path and query that it is sent to. */
  action: string;
  as: string | null;
  fields: [name: string, value: string][];
}

/** The forms of a page that post, with everything that could be chosen in them. */
export function formsOf(
  html: string,
  path: string,
  as: string | null,
): PageForm[] {
  return all(documentOf(html), "form[method=post]").map((form) => {
    const controls = all(
      form,
      "input[name], select[name], textarea[name], button[name]",
    );
    const fields = controls.flatMap((control): [string, string][] => {
      const name = control.getAttribute("name") ?? "";
      const values = all(control, "option").map(
        (option) => option.getAttribute("value") ?? "",
      );
      if (values.length > 0) {
        return values.slice(0, 5).map((value) => [name, value]);
      }
      return [[name, control.getAttribute("value") ?? control.textContent]];
    });
    const action = form.getAttribute("action") ?? path;
    return { action: action.split("#", 1)[0] ?? path, as, fields };
  });
}

/** What tells one form from another: where it goes, whoever sends it, and what it is made of. */
export function nameOfForm({ action, fields }: PageForm): string {
  const names = new Set(fields.map(([name]) => name));
  return `${action.replace(/\/\d+\//, "/:id/")} (${[...names].sort().join(", ")})`;
}
