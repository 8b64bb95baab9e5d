// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { createElement, useState, type ChangeEvent } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bringBackUnsent, forgetUnsent, keepUnsent } from "./unsent-forms";

const FIRST = { mark: "one", userMark: "ada" };
const AGAIN = { mark: "two", userMark: "ada" };
const PAGE = `
  <form role="search"><input name="q" /></form>
  <main>
    <form aria-label="Filters" action="/region-profile/2">
      <input name="startDate" value="03/04/2025" />
      <input name="isnp" type="checkbox" value="true" />
      <select name="facility-id">
        <option value="">All</option>
        <option value="1">Harbor</option>
      </select>
      <input name="csrf" type="hidden" value="token" />
    </form>
    <form method="post" action="/user/create">
      <input name="username" />
      <textarea name="comment"></textarea>
      <input name="level" type="radio" value="region" checked />
      <input name="level" type="radio" value="facility" />
      <input name="password" type="password" />
      <input name="shown" type="text" autocomplete="new-password" />
    </form>
  </main>`;

function showPage(pathname = "/region-profile/2"): void {
  window.history.replaceState(null, "", pathname);
  document.body.innerHTML = PAGE;
}

function field<T extends HTMLElement = HTMLInputElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

beforeEach(() => {
  vi.useFakeTimers();
  showPage();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  sessionStorage.clear();
});

describe("what was typed and not sent", () => {
  it("is back on the same page after the same user logged in again", () => {
    field("[name=startDate]").value = "01/02/2026";
    field("[name=isnp]").checked = true;
    field<HTMLSelectElement>("select").value = "1";
    field("[name=username]").value = "grace";
    field<HTMLTextAreaElement>("textarea").value = "two\nlines";
    field("[value=facility]").checked = true;
    keepUnsent(FIRST);

    showPage();
    expect(bringBackUnsent(AGAIN)).toBe(true);
    expect(field("[name=startDate]").value).toBe("01/02/2026");
    expect(field("[name=isnp]").checked).toBe(true);
    expect(field<HTMLSelectElement>("select").value).toBe("1");
    expect(field("[name=username]").value).toBe("grace");
    expect(field<HTMLTextAreaElement>("textarea").value).toBe("two\nlines");
    expect(field("[value=facility]").checked).toBe(true);
    expect(field("[value=region]").checked).toBe(false);
  });

  it("comes back once", () => {
    field("[name=username]").value = "grace";
    keepUnsent(FIRST);
    showPage();
    bringBackUnsent(AGAIN);
    showPage();
    expect(bringBackUnsent({ ...AGAIN, mark: "three" })).toBe(false);
    expect(field("[name=username]").value).toBe("");
  });

  it("tells what listens to the fields", () => {
    field("[name=username]").value = "grace";
    keepUnsent(FIRST);
    showPage();
    const heard = vi.fn();
    field("[name=username]").addEventListener("input", heard);
    bringBackUnsent(AGAIN);
    expect(heard).toHaveBeenCalledOnce();
  });

  it("tells a component that listens to its field", () => {
    function Counted() {
      const [letters, setLetters] = useState(0);
      const onChange = (event: ChangeEvent<HTMLInputElement>) =>
        setLetters(event.target.value.length);
      return createElement(
        "form",
        null,
        createElement("input", { name: "name", onChange }),
        createElement("output", null, letters),
      );
    }
    const showForm = () => {
      document.body.innerHTML = "<main></main>";
      render(createElement(Counted), { container: field("main") });
    };
    showForm();
    fireEvent.change(field("[name=name]"), { target: { value: "grace" } });
    keepUnsent(FIRST);
    showForm();
    act(() => void bringBackUnsent(AGAIN));
    expect(field("[name=name]").value).toBe("grace");
    expect(field("output").textContent).toBe("5");
  });

  it("is back in fields that another one brings", () => {
    function Steps() {
      const [kind, setKind] = useState("");
      const [isMore, setIsMore] = useState(false);
      const choice = createElement(
        "select",
        {
          name: "kind",
          onChange: (event: ChangeEvent<HTMLSelectElement>) =>
            setKind(event.target.value),
        },
        createElement("option", { value: "" }),
        createElement("option", { value: "long" }),
      );
      const more = createElement("input", {
        name: "more",
        type: "checkbox",
        onChange: (event: ChangeEvent<HTMLInputElement>) =>
          setIsMore(event.target.checked),
      });
      const note = createElement("input", { name: "note" });
      return createElement("form", null, choice, kind && more, isMore && note);
    }
    const showForm = () => {
      cleanup();
      document.body.innerHTML = "<main></main>";
      render(createElement(Steps), { container: field("main") });
    };
    showForm();
    fireEvent.change(field("select"), { target: { value: "long" } });
    fireEvent.click(field("[name=more]"));
    field("[name=note]").value = "grace";
    keepUnsent(FIRST);
    showForm();
    act(() => void bringBackUnsent(AGAIN));
    act(() => void vi.advanceTimersToNextTimer());
    act(() => void vi.advanceTimersToNextTimer());
    expect(field("[name=note]").value).toBe("grace");
    vi.runAllTimers();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is never a password, a hidden field or a search", () => {
    field("[name=password]").value = "secret-canary";
    field("[name=shown]").value = "shown-canary";
    field("[name=csrf]").value = "csrf-canary";
    field("[name=q]").value = "search-canary";
    field("[name=username]").value = "grace";
    keepUnsent(FIRST);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("canary");
    showPage();
    bringBackUnsent(AGAIN);
    expect(field("[name=password]").value).toBe("");
  });

  it("is not given to another user, and deleted", () => {
    field("[name=username]").value = "grace";
    keepUnsent(FIRST);
    showPage();
    expect(bringBackUnsent({ mark: "two", userMark: "eve" })).toBe(false);
    expect(field("[name=username]").value).toBe("");
    expect(sessionStorage).toHaveLength(0);
  });

  it("waits for its page while others are shown", () => {
    field("[name=username]").value = "grace";
    keepUnsent(FIRST);
    showPage("/company-overview");
    expect(bringBackUnsent(AGAIN)).toBe(false);
    showPage();
    expect(bringBackUnsent(AGAIN)).toBe(true);
  });

  it("leaves alone what the user has typed since", () => {
    field("[name=username]").value = "grace";
    keepUnsent(FIRST);
    showPage();
    field("[name=username]").value = "ada";
    expect(bringBackUnsent(AGAIN)).toBe(false);
    expect(field("[name=username]").value).toBe("ada");
  });

  it("leaves alone the fields of a page that has other choices now", () => {
    field<HTMLSelectElement>("select").value = "1";
    field("[value=facility]").checked = true;
    keepUnsent(FIRST);
    showPage();
    field("[value='1']").remove();
    field("[value=facility]").value = "division";
    expect(bringBackUnsent(AGAIN)).toBe(false);
    expect(field<HTMLSelectElement>("select").selectedIndex).toBe(0);
    expect(field("[value=division]").checked).toBe(false);
  });

  it("is no news where the page shows it already", () => {
    field("[name=startDate]").value = "01/02/2026";
    keepUnsent(FIRST);
    showPage();
    field("[name=startDate]").value = "01/02/2026";
    expect(bringBackUnsent(AGAIN)).toBe(false);
  });

  it("is forgotten where the session went on: it was sent", () => {
    field("[name=username]").value = "grace";
    keepUnsent(FIRST);
    showPage();
    expect(bringBackUnsent(FIRST)).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it("is forgotten after an hour", () => {
    field("[name=username]").value = "grace";
    keepUnsent(FIRST);
    vi.advanceTimersByTime(60 * 60_000 + 1);
    expect(bringBackUnsent(AGAIN)).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it("is not made up of what nobody changed", () => {
    keepUnsent(FIRST);
    expect(sessionStorage).toHaveLength(0);
  });
});

it.each([
  ["text of somebody else", "{half"],
  ["another shape", '{"forms": 3}'],
  ["forms that are none", '{"forms": [null]}'],
  [
    "fields that are none",
    '{"mark":"one","userMark":"ada","at":9e15,"forms":[{"form":"x","fields":[1]}]}',
  ],
])("%s in the storage is no news", (_, text) => {
  sessionStorage.setItem("unsent", text);
  expect(bringBackUnsent(AGAIN)).toBe(false);
});

it("a browser without a storage loses it and goes on", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("locked down");
  });
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("locked down");
  });
  field("[name=username]").value = "grace";
  keepUnsent(FIRST);
  expect(bringBackUnsent(AGAIN)).toBe(false);
  forgetUnsent();
});
