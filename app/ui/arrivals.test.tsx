// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useArrivals, useArrived, WHOLE_PAGE_ID } from "./arrivals";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Data {
  graphs: string;
  list: string;
  later?: Promise<Partial<Data> | null>;
  latest?: Promise<Partial<Data> | null>;
}

function Page({ data }: { data: Data }) {
  const { graphs, list } = useArrived(data);
  return (
    <>
      <p>
        {graphs}, {list}
      </p>
      <a id={WHOLE_PAGE_ID} href="/page?whole=1">
        Load the whole page
      </a>
    </>
  );
}

/** Something else on the page that reads the same data. */
function Footer({ data }: { data: Data }) {
  return <footer>{useArrivals()(data).graphs}</footer>;
}

function later() {
  let settle!: (more: Partial<Data> | null) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<Partial<Data> | null>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  return { promise, settle, fail };
}

const flush = () => act(async () => undefined);

describe("data that are followed by more", () => {
  it("change as it comes, in all that reads them", async () => {
    const [one, two] = [later(), later()];
    const data = {
      graphs: "none",
      list: "none",
      later: one.promise,
      latest: two.promise,
    };
    render(
      <>
        <Page data={data} />
        <Footer data={data} />
      </>,
    );
    expect(screen.getByText("none, none")).toBeTruthy();
    one.settle({ graphs: "five" });
    await flush();
    expect(screen.getByText("five, none")).toBeTruthy();
    expect(screen.getByText("five")).toBeTruthy();
    two.settle({ list: "three rows" });
    await flush();
    expect(screen.getByText("five, three rows")).toBeTruthy();
  });

  it("are whole for a page that comes back to them", async () => {
    const one = later();
    const data = { graphs: "none", list: "none", later: one.promise };
    const { unmount } = render(<Page data={data} />);
    unmount();
    one.settle({ graphs: "five" });
    await flush();
    render(<Page data={data} />);
    expect(screen.getByText("five, none")).toBeTruthy();
  });

  it("are loaded whole where null follows, if they are still shown", async () => {
    const replace = watchReplace();
    const [gone, shown] = [later(), later()];
    const { unmount } = render(
      <Page data={{ graphs: "", list: "", later: gone.promise }} />,
    );
    unmount();
    gone.settle(null);
    await flush();
    expect(replace).not.toHaveBeenCalled();
    render(<Page data={{ graphs: "", list: "", later: shown.promise }} />);
    shown.settle(null);
    await flush();
    expect(replace).toHaveBeenCalledWith(
      expect.stringMatching(/\/page\?whole=1$/),
    );
  });

  it("stay as they are where one is lost: a reload would stop whoever leaves", async () => {
    const replace = watchReplace();
    const [lost, comes] = [later(), later()];
    render(
      <Page
        data={{
          graphs: "none",
          list: "none",
          later: lost.promise,
          latest: comes.promise,
        }}
      />,
    );
    lost.fail(new Error("Deferred data aborted"));
    comes.settle({ list: "three rows" });
    await flush();
    expect(screen.getByText("none, three rows")).toBeTruthy();
    expect(replace).not.toHaveBeenCalled();
  });
});

function watchReplace() {
  return vi
    .spyOn(window.location, "replace")
    .mockImplementation(() => undefined);
}
