// @vitest-environment happy-dom
import { redirect } from "@remix-run/node";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CodeField } from "./code-field";
import { OwnFactorPage } from "./own-factor-page";
import { MakePasskey } from "./add-passkey/add-passkey";

afterEach(cleanup);

describe("a page of one's own second factor", () => {
  function Page() {
    return (
      <OwnFactorPage title="A page" sentence="What it is for." submit="Send">
        <CodeField />
      </OwnFactorPage>
    );
  }

  function show(action: () => Promise<object>) {
    const Stub = createRemixStub([{ path: "/", Component: Page, action }]);
    render(<Stub />);
  }

  const press = () =>
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
  const codeField = () => screen.getByLabelText("Code");

  test("a second press sends nothing while the first one's answer is on its way: a code counts once", async () => {
    let answer = (_: object) => {};
    const action = vi.fn(
      () => new Promise<object>((resolve) => (answer = resolve)),
    );
    show(action);
    press();
    await vi.waitFor(() => {
      const button = screen.getByRole("button", { name: "Send" });
      expect(button.getAttribute("aria-disabled")).toBe("true");
    });
    press();
    expect(action).toHaveBeenCalledOnce();
    answer({ fieldErrors: { code: "This is not a code." } });
    expect(await screen.findByRole("alert")).toBeTruthy();
    press();
    await vi.waitFor(() => expect(action).toHaveBeenCalledTimes(2));
  });

  test("a second press sends nothing while the page comes that the answer leads to: it would take its place", async () => {
    let arrive = (_: null) => {};
    const loader = vi.fn(
      () => new Promise<null>((resolve) => (arrive = resolve)),
    );
    const action = vi.fn(async () => redirect("/codes"));
    const Stub = createRemixStub([
      { path: "/", Component: Page, action },
      { path: "/codes", Component: () => <h1>The codes</h1>, loader },
    ]);
    render(<Stub />);
    press();
    await vi.waitFor(() => expect(loader).toHaveBeenCalledOnce());
    expect(
      screen
        .getByRole("button", { name: "Send" })
        .getAttribute("aria-disabled"),
    ).toBe("true");
    press();
    arrive(null);
    expect(await screen.findByText("The codes")).toBeTruthy();
    expect(action).toHaveBeenCalledOnce();
  });

  test("each refusal empties the field, one that says the same too", async () => {
    const action = vi.fn(async () => ({ fieldErrors: { code: "Wrong." } }));
    show(action);
    for (const attempt of [1, 2]) {
      fireEvent.change(codeField(), { target: { value: "123456" } });
      press();
      await vi.waitFor(() => {
        expect(action).toHaveBeenCalledTimes(attempt);
        expect(codeField()).toHaveProperty("value", "");
      });
    }
  });
});

describe("a passkey", () => {
  afterEach(() => void vi.unstubAllGlobals());

  const QUESTION = {
    attempt: "sealed",
    challenge: "AAAA",
    rp_id: "localhost",
    origin: "http://localhost:3000",
    user: { id: "AAAA", name: "ada" },
    exclude: [],
  };

  interface Case {
    address: string;
    hasPasskeys?: boolean;
  }

  function show({ address, hasPasskeys = true }: Case) {
    vi.stubGlobal("location", new URL(address));
    if (hasPasskeys) {
      vi.stubGlobal("PublicKeyCredential", class {});
      vi.stubGlobal("navigator", { credentials: {} });
    }
    render(
      <MakePasskey question={QUESTION} siteName="Sojourn" onMade={() => {}} />,
    );
  }

  test("a passkey can be made where answers are taken", () => {
    show({ address: "http://localhost:3000/" });
    expect(screen.getByRole("button", { name: "Make a passkey" })).toBeTruthy();
  });

  test.each<Case>([
    { address: "http://localhost:8080/" },
    { address: "https://localhost:3000/" },
    { address: "http://127.0.0.1:3000/" },
    // Browsers tell of passkeys at safe addresses alone, so that nothing is known of this one.
    { address: "http://192.0.2.1:3000/", hasPasskeys: false },
  ])("elsewhere a sentence says where: %j", (where) => {
    show(where);
    expect(screen.queryByRole("button")).toBeNull();
    expect(
      screen.getByText(
        `Passkeys work only where the address starts with ${QUESTION.origin}.`,
      ),
    ).toBeTruthy();
  });

  test("there, a browser without passkeys is told that it has none", () => {
    show({ address: QUESTION.origin, hasPasskeys: false });
    expect(
      screen.getByText("This browser does not support passkeys."),
    ).toBeTruthy();
  });
});
