/** What a browser without scripts would send of the one form of a page that has a field of that name. */
export function formFields(html: string, having: string): URLSearchParams {
  const form = html
    .split("<form")
    .slice(1)
    .map((part) => part.split("</form>", 1)[0] ?? "")
    .find((part) => part.includes(`name="${having}"`));
  if (form === undefined) throw new Error(`no form has a field ${having}`);
  const sent = new URLSearchParams();
  for (const [tag] of form.matchAll(/<(?:input|select)\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (name === null) continue;
    if (tag.startsWith("<select")) {
      sent.append(name, chosen(form.slice(form.indexOf(tag))));
      continue;
    }
    const isBox = /type="(?:checkbox|radio)"/.test(tag);
    if (isBox && !/\schecked(?:=|\s|\/|>)/.test(tag)) continue;
    sent.append(name, attribute(tag, "value") ?? (isBox ? "on" : ""));
  }
  return sent;
}

function chosen(select: string): string {
  const options = select.split("</select>", 1)[0]?.match(/<option\b[^>]*>/g);
  const option = options?.find((one) => /\sselected(?:=|\s|\/|>)/.test(one));
  return attribute(option ?? options?.[0] ?? "", "value") ?? "";
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? null;
}
