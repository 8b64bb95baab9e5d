// @vitest-environment happy-dom
import { Link } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Sheet, SheetClose, type SheetKind } from "./sheet";

function PageWithSheet({
  kind = "drawer",
  footer,
}: {
  kind?: SheetKind;
  footer?: ReactNode;
}) {
  return (
    <Sheet
      id="panel"
      kind={kind}
      title="Details"
      closeHref="/page?sort=name"
      returnFocusTo="opener"
      footer={footer}
    >
      <p>What there is to say</p>
    </Sheet>
  );
}

const opener = (
  <Link to="/page/open" id="opener">
    Open
  </Link>
);

const Site = createRemixStub([
  { path: "/page", Component: () => opener },
  {
    path: "/page/open",
    Component: () => (
      <>
        {opener}
        <PageWithSheet />
      </>
    ),
  },
]);

describe("without scripts", () => {
  const html = (children: ReactNode) => {
    const Page = createRemixStub([{ path: "/", Component: () => children }]);
    const page = document.createElement("div");
    page.innerHTML = renderToString(<Page />);
    return page;
  };

  test("is a section of the page, named by its title, where the anchor leads", () => {
    const section = html(<PageWithSheet />).querySelector("[role=region]");
    expect(section?.id).toBe("panel");
    // ELinks finds no anchor on the elements that came with HTML 5.
    expect(section?.localName).toBe("div");
    expect(section?.querySelector("h2")?.textContent).toBe("Details");
    expect(section?.getAttribute("aria-label")).toBe("Details open");
    expect(section?.textContent).not.toMatch(/open/i);
    expect(section?.textContent).toContain("What there is to say");
  });
});

describe("with scripts", () => {
  test("is a dialog named by its title, with the focus on that", async () => {
    render(<Site initialEntries={["/page/open"]} />);
    const dialog = await screen.findByRole("dialog", { name: "Details" });
    const heading = within(dialog).getByRole("heading", { name: "Details" });
    expect(document.activeElement).toBe(heading);
  });

  test("leaves something to read before it, where a screen reader is while the focus comes", async () => {
    render(<Site initialEntries={["/page/open"]} />);
    const dialog = await screen.findByRole("dialog", { name: "Details" });
    const before = screen.getByText("Over the page");
    expect(before.closest("[aria-hidden]")).toBeNull();
    expect(before.compareDocumentPosition(dialog)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  test("goes with Escape, and the focus goes back to what opened it", async () => {
    render(<Site initialEntries={["/page/open"]} />);
    fireEvent.keyDown(await screen.findByRole("dialog"), { key: "Escape" });
    await screen.findByRole("link", { name: "Open" });
    await expect
      .poll(() => document.activeElement?.id, { timeout: 2000 })
      .toBe("opener");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("stays with Escape or a press beside it once a form in it has entries", async () => {
    const page = (method: "get" | "post") => {
      const Page = createRemixStub([
        {
          path: "/",
          Component: () => (
            <Sheet id="panel" kind="modal" title="Details" closeHref="/page">
              <form method={method}>
                <input aria-label="Name" />
              </form>
            </Sheet>
          ),
        },
        { path: "/page", Component: () => null },
      ]);
      return <Page />;
    };
    const typeAndLeave = async () => {
      const dialog = await screen.findByRole("dialog");
      fireEvent.change(screen.getByLabelText("Name"), {
        target: { value: "Ada" },
      });
      fireEvent.keyDown(dialog, { key: "Escape" });
      fireEvent.pointerDown(document.body);
      fireEvent.click(document.body);
    };
    const { unmount } = render(page("post"));
    await typeAndLeave();
    expect(screen.queryByRole("dialog")).not.toBeNull();
    unmount();
    // What only asks for another view has nothing to lose.
    render(page("get"));
    await typeAndLeave();
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });

  test("takes what holds the page for no opener, as where a step back has opened it", async () => {
    const holder = document.body.appendChild(document.createElement("div"));
    holder.id = "main";
    holder.tabIndex = -1;
    holder.focus();
    render(<Site initialEntries={["/page/open"]} />);
    fireEvent.keyDown(await screen.findByRole("dialog"), { key: "Escape" });
    await expect.poll(() => document.activeElement?.id).toBe("opener");
    holder.remove();
  });

  test("goes with its Close link", async () => {
    render(<Site initialEntries={["/page/open"]} />);
    const close = await screen.findByRole("link", { name: "Close" });
    expect(close.getAttribute("href")).toBe("/page?sort=name");
    fireEvent.click(close);
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });

  test("has the actions that it is given instead", async () => {
    const Page = createRemixStub([
      {
        path: "/",
        Component: () => <PageWithSheet footer={<SheetClose>OK</SheetClose>} />,
      },
    ]);
    render(<Page />);
    expect(await screen.findByRole("link", { name: "OK" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Close" })).toBeNull();
  });

  test("fades in only where scripts open it", async () => {
    const Page = createRemixStub([
      { path: "/", Component: () => <PageWithSheet kind="full" /> },
    ]);
    render(<Page />);
    expect((await screen.findByRole("dialog")).className).toContain("opens");
  });
});
