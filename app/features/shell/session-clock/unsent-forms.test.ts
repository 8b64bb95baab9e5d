// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addressWithFilters, keepUnsent, unsentForms } from "./unsent-forms";

const PAGE = `
  <form role="search"><input name="q" /></form>
  <main>
    <form action="/region-profile/2?isnp=true">
      <label>From Date <input name="startDate" value="03/04/2025" /></label>
      <label><input name="isnp" type="checkbox" value="true" /> ISNP only</label>
      <select name="facility-id">
        <option value="">All</option>
        <option value="1">Harbor</option>
      </select>
    </form>
    <form method="post" action="/user/create">
      <input name="csrf" type="hidden" value="token" />
      <label for="name">User
        name</label><input id="name" name="username" />
      <textarea name="comment"></textarea>
      <fieldset>
        <legend>Level</legend>
        <label><input name="level" type="radio" value="region" checked /> Region</label>
        <label><input name="level" type="radio" value="facility" /> Facility</label>
      </fieldset>
      <input name="password" type="password" />
      <input name="shown" type="text" autocomplete="new-password" />
    </form>
  </main>`;

function field<T extends HTMLElement = HTMLInputElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

beforeEach(() => {
  window.history.replaceState(null, "", "/region-profile/2?isnp=true");
  document.body.innerHTML = PAGE;
});

describe("what was typed and not sent", () => {
  it("is told by form: its page, its entries, and the names of what was changed", () => {
    field("[name=username]").value = "grace";
    field("[value=facility]").checked = true;
    expect(unsentForms()).toEqual([
      {
        path: "/user/create",
        typed: ["User name", "Level"],
        fields: [
          ["csrf", "token"],
          ["username", "grace"],
          ["comment", ""],
          ["level", "facility"],
        ],
      },
    ]);
  });

  it("is never a password or a search", () => {
    field("[name=password]").value = "secret-canary";
    field("[name=shown]").value = "shown-canary";
    field("[name=q]").value = "search-canary";
    expect(unsentForms()).toEqual([]);
    field("[name=username]").value = "grace";
    expect(JSON.stringify(unsentForms())).not.toContain("canary");
  });

  it("is also what was put back before, and nobody has sent since", () => {
    field("[name=username]").defaultValue = "grace";
    expect(unsentForms()).toEqual([]);
    field("form[method=post]").insertAdjacentHTML(
      "beforeend",
      "<p data-unsent>Put back</p>",
    );
    expect(unsentForms()).toMatchObject([{ path: "/user/create", typed: [] }]);
  });
});

it("a filter that nobody has asked for is in the address to come back to, and the rest of that is as it was", () => {
  const before = "/region-profile/2?isnp=true&endDate=03%2F31%2F2026";
  window.history.replaceState(null, "", before);
  expect(addressWithFilters()).toBe(before);
  field("[name=startDate]").value = "01/02/2026";
  field<HTMLSelectElement>("select").value = "1";
  expect(addressWithFilters()).toBe(
    `${before}&startDate=01%2F02%2F2026&facility-id=1`,
  );
  expect(unsentForms()).toEqual([]);
});

it("a filter that was emptied leaves the address", () => {
  window.history.replaceState(null, "", "/region-profile/2?startDate=a");
  field("[name=startDate]").value = "";
  expect(addressWithFilters()).toBe("/region-profile/2");
});

it("the server is told nothing where nobody has typed, and fails aloud where it cannot be reached", async () => {
  const posted: FormData[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: FormData }) => {
    posted.push(body);
    return Promise.reject(new TypeError("offline"));
  });
  await keepUnsent("csrf-1");
  expect(posted).toEqual([]);
  field("[name=username]").value = "grace";
  await expect(keepUnsent("csrf-1")).rejects.toThrow("offline");
  expect(posted[0]?.get("csrf")).toBe("csrf-1");
  expect(posted[0]?.get("unsent")).toContain("grace");
  vi.unstubAllGlobals();
});
