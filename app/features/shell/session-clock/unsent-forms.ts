import { paths } from "~/paths";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A form that somebody has typed into and not sent, for {@link paths.session}. */
interface UnsentForm {
  path: string;
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

/** The page's address with what its filters hold, whether somebody has asked for that or not. */
export function addressWithFilters(): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  for (const form of formsOfPage().filter((one) => !isPost(one))) {
    if (pathOf(form) !== pathname) continue;
    const names = new Set(changedIn(form).map(({ name }) => name));
    for (const name of names) query.delete(name);
    for (const [name, value] of entriesOf(form)) {
      if (names.has(name) && value) query.append(name, value);
    }
  }
  const asked = query.toString();
  return asked ? `${pathname}?${asked}` : pathname;
}

export function unsentForms(): UnsentForm[] {
  return formsOfPage()
    .filter(isPost)
    .flatMap((form) => {
      const isPutBack = form.querySelector("[data-unsent]") !== null;
      if (changedIn(form).length === 0 && !isPutBack) return [];
      return [{ path: pathOf(form), fields: entriesOf(form) }];
    });
}

/** Forms that somebody fills in; the search is about somewhere else, and the dialogs of the frame are not the page's. */
function formsOfPage(): HTMLFormElement[] {
  return [
    ...document.querySelectorAll<HTMLFormElement>("main form:not([role])"),
  ];
}

function isPost(form: HTMLFormElement): boolean {
  return form.getAttribute("method") === "post";
}

function pathOf(form: HTMLFormElement): string {
  const action = form.getAttribute("action") ?? "";
  return new URL(action, window.location.href).pathname;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(isField);
}

function changedIn(form: HTMLFormElement): Field[] {
  return fieldsOf(form).filter(isChanged);
}

function entriesOf(form: HTMLFormElement): [string, string][] {
  const secrets = fieldsOf(form)
    .filter(isSecret)
    .map(({ name }) => name);
  return [...new FormData(form)].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && !secrets.includes(entry[0]),
  );
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

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}
