import { paths } from "~/paths";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A form that somebody has typed into and not sent, for {@link paths.session}. */
interface UnsentForm {
  path: string;
  /** Names of the fields that were typed into. */
  typed: string[];
  /** The form asks for a page by its address. */
  isFilter: boolean;
  fields: [string, string][];
}

/**
 * Leaves what the page's forms hold and nobody has sent with the server, for its user's next session (decision 22). Fails
 * where the server cannot be reached.
 */
export async function keepUnsent(csrfToken: string): Promise<void> {
  const forms = unsentForms();
  if (forms.length === 0) return;
  const body = new FormData();
  body.append("intent", "unsent");
  body.append("csrf", csrfToken);
  for (const form of forms) body.append("unsent", JSON.stringify(form));
  await fetch(paths.session, { method: "POST", body });
}

/** Forms that somebody fills in; the search is about somewhere else, and the dialogs of the frame are not the page's. */
export function unsentForms(): UnsentForm[] {
  const forms = document.querySelectorAll<HTMLFormElement>(
    "main form:not([role])",
  );
  return [...forms].flatMap((form) => {
    const fields = [...form.elements].filter(isField);
    const isFilter = form.getAttribute("method") !== "post";
    const changed = fields.filter(
      (field) => isChanged(field) && !(isFilter && isInAddress(field)),
    );
    if (changed.length === 0 && !form.querySelector("[data-unsent]")) return [];
    const action = form.getAttribute("action") ?? "";
    const secrets = fields.filter(isSecret).map(({ name }) => name);
    const entries = [...new FormData(form)].filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === "string" && !secrets.includes(entry[0]),
    );
    return {
      path: new URL(action, window.location.href).pathname,
      typed: [...new Set(changed.map(nameOf))],
      isFilter,
      fields: isFilter ? queryWith(changed, entries) : entries,
    };
  });
}

/** The query of the page with what was changed: the others are the page's own, who may say them in another way. */
function queryWith(
  changed: readonly Field[],
  entries: readonly [string, string][],
): [string, string][] {
  const isChangedOne = ([name]: [string, string]) =>
    changed.some((field) => field.name === name);
  return [
    ...[...new URLSearchParams(window.location.search)].filter(
      (entry) => !isChangedOne(entry),
    ),
    ...entries.filter(isChangedOne),
  ];
}

function isField(element: Element): element is Field {
  return (
    (element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement) &&
    element.name !== ""
  );
}

/** A password that its button shows is a text to the browser. */
function isSecret({ type, autocomplete }: Field): boolean {
  return type === "password" || /password/.test(autocomplete);
}

/** Forms leave their fields' values to the browser: one that React holds would look unchanged here, and be lost. */
function isChanged(field: Field): boolean {
  if (field.type === "hidden" || isSecret(field)) return false;
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const first = options.find((one) => one.defaultSelected) ?? options[0];
    return field.value !== first?.value;
  }
  return isTick(field)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

/** What a filter holds and the page shows already has been sent. */
function isInAddress(field: Field): boolean {
  const query = new URLSearchParams(window.location.search);
  return isTick(field)
    ? field.checked === query.getAll(field.name).includes(field.value)
    : field.value === (query.get(field.name) ?? "");
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

/** As the page calls it: its group's name where it is one of several, else its label. */
function nameOf(field: Field): string {
  const group = isTick(field)
    ? field.closest("fieldset")?.firstElementChild
    : null;
  const text = (group ?? field.labels?.[0])?.textContent ?? field.name;
  return text.trim().replace(/\s+/g, " ").slice(0, 100);
}
