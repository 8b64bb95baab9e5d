// @vitest-environment happy-dom
import {
  Form,
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useAcceptedFields } from "./use-accepted-fields";

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

afterEach(cleanup);

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
