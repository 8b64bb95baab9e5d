// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { pageInSight } from "~/features/shell/testing/page-in-sight";
import { NewerData } from "./newer-data";

const { ask, answers, pass, look } = pageInSight();
beforeEach(() => answers(() => Response.json({ version: "3.7" })));

async function show(version: string): Promise<(version: string) => void> {
  let change: (version: string) => void = () => undefined;
  let now = version;
  function Page() {
    return <NewerData of="level=facility&id=7" version={now} />;
  }
  const Stub = createRemixStub([
    { path: "/facility-profile/7", Component: Page },
  ]);
  const entries = ["/facility-profile/7?isnp=true"];
  const { rerender } = render(<Stub initialEntries={entries} />);
  change = (next) => {
    now = next;
    rerender(<Stub initialEntries={entries} key={next} />);
  };
  await pass(0);
  return change;
}

const said = () => screen.getByRole("status").textContent;

test("a page says that there is newer data, with a link to where it is, and then asks no more", async () => {
  await show("3.6");
  expect(said()).toBe("");
  await pass(60_000);
  expect(ask.mock.calls.map(([address]) => address)).toEqual([
    "/data-version?level=facility&id=7",
  ]);
  expect(said()).toBe("There is newer data. Show it");
  expect(screen.getByRole("link").getAttribute("href")).toBe(
    "/facility-profile/7?isnp=true",
  );
  await pass(600_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("a page that shows the newest says nothing, and asks each minute and when it is looked at again", async () => {
  await show("3.7");
  await pass(120_000);
  await look("hidden");
  await pass(600_000);
  expect(ask).toHaveBeenCalledTimes(2);
  await look("visible");
  expect(ask).toHaveBeenCalledTimes(3);
  expect(said()).toBe("");
});

test("the notice goes with the data that it was about", async () => {
  const change = await show("3.6");
  await look("visible");
  expect(said()).not.toBe("");
  change("3.7");
  await pass(0);
  expect(said()).toBe("");
});

test("an answer that cannot be had is asked for again, and where there is nothing to ask it ends", async () => {
  await show("3.6");
  answers(() => Response.json({ version: null }));
  await pass(60_000);
  answers(() => new Response("<html>", { status: 502 }));
  await pass(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
  answers(() => new Response(null, { status: 204 }));
  await pass(600_000);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(said()).toBe("");
});
