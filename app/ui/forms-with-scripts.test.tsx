// @vitest-environment happy-dom
import {
  Form,
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, test } from "vitest";
import { ErrorSummary } from "./error-summary";
import { PasswordField } from "./password-field";
import { useAcceptedFields } from "./use-accepted-fields";

describe("the summary of errors", () => {
  beforeEach(() => {
    document.title = "Login";
  });

  const errors = [
    { text: "Enter your name", fieldId: "name" },
    { text: "It was refused" },
  ];

  test("it takes focus, is an alert, and leads to the fields", () => {
    render(<ErrorSummary errors={errors} />);
    const box = screen.getByRole("alert");
    expect(box.textContent).toMatch(/^There is a problem/);
    expect(document.activeElement).toBe(box);
    const link = screen.getByRole("link", { name: "Enter your name" });
    expect(link.getAttribute("href")).toBe("#name");
    expect(screen.queryByRole("link", { name: "It was refused" })).toBeNull();
  });

  test("it has the focus before it is shown, so that no screen reader says it twice", () => {
    let focused: Element | null = null;
    function Page() {
      useLayoutEffect(() => {
        focused = document.activeElement;
      });
      return <ErrorSummary errors={errors} />;
    }
    render(<Page />);
    expect(focused).toBe(screen.getByRole("alert"));
  });

  test("the page's title says that there is an error, once, and only as long as there is one", () => {
    const { rerender } = render(<ErrorSummary errors={errors} attempt={1} />);
    expect(document.title).toBe("Error: Login");
    rerender(<ErrorSummary errors={errors} attempt={2} />);
    expect(document.title).toBe("Error: Login");
    rerender(<ErrorSummary errors={[]} attempt={3} />);
    expect(document.title).toBe("Login");
  });

  test("a title that the server has marked is left alone", () => {
    document.title = "Error: Login";
    render(<ErrorSummary errors={errors} />);
    expect(document.title).toBe("Error: Login");
  });

  test("the same errors take focus again after another attempt, and not before", () => {
    const page = (attempt: number) => (
      <>
        <ErrorSummary errors={errors} attempt={attempt} />
        <input aria-label="name" />
      </>
    );
    const { rerender } = render(page(1));
    const input = screen.getByLabelText("name");
    input.focus();
    rerender(page(1));
    expect(document.activeElement).toBe(input);
    rerender(page(2));
    expect(document.activeElement).toBe(screen.getByRole("alert"));
  });

  test("a line that goes without another attempt takes focus from nobody", () => {
    const page = (shown: typeof errors) => (
      <>
        <ErrorSummary errors={shown} attempt={1} />
        <select aria-label="level" />
      </>
    );
    const { rerender } = render(page(errors));
    const select = screen.getByLabelText("level");
    select.focus();
    rerender(page(errors.slice(1)));
    expect(document.activeElement).toBe(select);
    expect(document.title).toBe("Error: Login");
  });
});

describe("a password field", () => {
  function field() {
    return (
      <form
        aria-label="f"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <PasswordField id="pw" name="pw" label="Password" />
      </form>
    );
  }

  test("the server sends no button that only scripts could work", () => {
    expect(renderToStaticMarkup(field())).not.toContain("<button");
  });

  test("the button shows and hides the password and tells its state", () => {
    render(field());
    const input = screen.getByLabelText("Password");
    const button = screen.getByRole("button", { name: "Show password" });
    expect(input.getAttribute("type")).toBe("password");
    expect(button.getAttribute("aria-pressed")).toBe("false");

    fireEvent.click(button);
    expect(input.getAttribute("type")).toBe("text");
    expect(button.getAttribute("aria-pressed")).toBe("true");

    fireEvent.click(button);
    expect(input.getAttribute("type")).toBe("password");
  });

  test("submitting hides a password that was shown", () => {
    render(field());
    const button = screen.getByRole("button", { name: "Show password" });
    fireEvent.click(button);
    fireEvent.submit(screen.getByRole("form"));
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe(
      "password",
    );
    expect(button.getAttribute("aria-pressed")).toBe("false");
  });
});

describe("the fields of a list that is asked for by script", () => {
  interface Asked {
    href: string;
    answer: () => Promise<void>;
  }

  /** What the page has asked for and has not been answered, oldest first. */
  let asked: Asked[];

  function List() {
    const answer = useLoaderData() as { text: string };
    const { formProps, round } = useAcceptedFields();
    const navigate = useNavigate();
    const { revalidate } = useRevalidator();
    return (
      <>
        <Form {...formProps} action="/list" aria-label="Filters">
          <label>
            Name <input name="q" defaultValue={answer.text} />
          </label>
          <button>Submit</button>
        </Form>
        <Form action="/search" aria-label="Search">
          <button>Search</button>
        </Form>
        <Link to="/list?q=linked">Sort</Link>
        <Link to="?open=panel">Panel</Link>
        <Link to="/other">Other page</Link>
        <button onClick={() => navigate(-1)}>Back</button>
        <button onClick={() => revalidate()}>Reload</button>
        <output>
          {answer.text} {round}
        </output>
      </>
    );
  }

  const Site = createRemixStub([
    {
      path: "/list",
      Component: List,
      shouldRevalidate: ({ nextUrl, defaultShouldRevalidate }) =>
        nextUrl.searchParams.has("open") ? false : defaultShouldRevalidate,
      loader: ({ request }) => {
        const { pathname, search, searchParams } = new URL(request.url);
        return later(pathname + search, {
          text: searchParams.get("q")?.trim() ?? "",
        });
      },
    },
    { path: "/search", loader: () => later("/search", null) },
    { path: "/other", loader: () => later("/other", null) },
  ]);

  function later<T>(href: string, data: T): Promise<T> {
    return new Promise((resolve) => {
      asked.push({
        href,
        answer: () => act(async () => resolve(data)),
      });
    });
  }

  async function answer(): Promise<void> {
    await act(async () => undefined);
    const next = asked.shift();
    if (!next) throw new Error("Nothing was asked for.");
    await next.answer();
  }

  const field = () => screen.getByLabelText<HTMLInputElement>("Name");

  async function press(name: string): Promise<void> {
    await act(async () => fireEvent.click(screen.getByText(name)));
  }

  async function submit(text: string): Promise<void> {
    fireEvent.change(field(), { target: { value: text } });
    await press("Submit");
  }

  beforeEach(async () => {
    asked = [];
    render(<Site initialEntries={["/other", "/list?q=old"]} />);
    await answer();
    await screen.findByLabelText("Name");
  });

  describe("fields that were sent", () => {
    test("show what was accepted once the answer is there, and until then what was typed", async () => {
      await submit(" new ");
      expect(field().value).toBe(" new ");
      await answer();
      expect(field().value).toBe("new");
      expect(screen.getByRole("status").textContent).toBe("new 1");
    });

    test.each([
      ["a link to the same list in another order", "Sort"],
      ["a link to another page", "Other page"],
      ["another form", "Search"],
      ["the way back", "Back"],
    ])("fall back at once for %s", async (_, name) => {
      await submit("new");
      await press(name);
      expect(field().value).toBe("old");
    });

    test("fall back for what opens without asking, and are kept while nothing takes their place", async () => {
      await submit("new");
      await press("Panel");
      await act(async () => undefined);
      expect(field().value).toBe("old");
    });

    test("stay when they are sent again before the answer", async () => {
      await submit("new");
      await submit("newer");
      expect(field().value).toBe("newer");
    });
  });

  describe("fields that were typed and not sent", () => {
    test.each([
      ["a link to the same list in another order", "Sort"],
      ["what opens without asking", "Panel"],
      ["another form", "Search"],
      ["the way back", "Back"],
    ])("fall back for %s, as on a new page", async (_, name) => {
      fireEvent.change(field(), { target: { value: "typed" } });
      await press(name);
      await act(async () => undefined);
      expect(field().value).toBe("old");
    });

    test("stay when other data come to the same address", async () => {
      fireEvent.change(field(), { target: { value: "typed" } });
      await press("Reload");
      await answer();
      expect(field().value).toBe("typed");
    });
  });
});
