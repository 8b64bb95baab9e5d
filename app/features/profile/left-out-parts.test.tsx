// @vitest-environment happy-dom
import { Link, useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi, beforeEach, test } from "vitest";
import { useArrived } from "~/rendering/deferred-data";
import { listView } from "./drill-down/drill-down-rows";
import { leaveOutRendered } from "./load/leave-out-rendered.server";
import { LeftOutParts } from "./left-out-parts";
import type { FetchedPart, SentView } from "./profile-view";
import { shouldRevalidate } from "./should-revalidate";
import { testGraphsView } from "./testing/graphs-view";
import { testProfileView } from "./testing/profile-view";
import { pageInSight } from "~/features/shell/testing/page-in-sight";
import { NewerData } from "./newer-data/newer-data";

const NOW = "2026-03-04 15:07:00";
const patient = (last_name: string, frailty_score: number) => ({
  first_name: "Bo",
  last_name,
  admission_date: "2026-01-05",
  discharge_date: null,
  days_care: 36,
  frailty_score,
  hospital_transfers: 1,
  hospital_visits: 0,
  short_stay_ed_visits: 0,
  long_stay_ed_visits: 0,
});
const LIST = listView(
  { kind: "patients", rows: [patient("Low", 1), patient("Old", 7)] },
  "patient",
);

afterEach(cleanup);

/** A physician's page as its document is sent, and the queries that its steps ask for. */
async function open(steps: Record<string, string>, lastUpdated = NOW) {
  const view = testProfileView({
    level: "physician",
    id: 7,
    graphs: { state: "data", data: testGraphsView() },
  });
  const whole: SentView = {
    ...view,
    list: { state: "data", data: LIST },
    listAt: { query: "", arrangement: null },
    lastUpdated: NOW,
  };
  const document: SentView = { ...whole, ...leaveOutRendered(whole) };
  const asked: string[] = [];
  const answer: FetchedPart = { lastUpdated };
  const loader = vi.fn(({ request }: { request: Request }) => {
    const search = new URL(request.url).searchParams;
    asked.push(search.get("part") ?? "page");
    switch (search.get("part")) {
      case "graphs":
        return { ...answer, graphs: whole.graphs };
      case "rows":
        return { ...answer, list: whole.list, listAt: whole.listAt };
      default:
        return asked.length === 1 ? document : whole;
    }
  });
  const Page = createRemixStub([
    {
      path: "/physician-profile/7",
      loader,
      shouldRevalidate,
      Component: () => {
        const sent = useLoaderData() as SentView;
        const now = useArrived(sent);
        return (
          <>
            <LeftOutParts sent={sent} now={now} />
            <output>{now.rendered.leftOut.join(" ")}</output>
            {Object.entries(steps).map(([name, query]) => (
              <Link key={name} to={`?${query}`}>
                {name}
              </Link>
            ))}
          </>
        );
      },
    },
  ]);
  render(<Page initialEntries={["/physician-profile/7"]} />);
  await screen.findByText(Object.keys(steps)[0]!);
  return asked;
}

async function follow(step: string) {
  (await screen.findByText(step)).click();
}

describe("a page whose document left data out", () => {
  it.each([
    ["mode", "mom=rth_30", "graphs", "figures rows"],
    ["order", "sort=name&dir=desc", "rows", "figures graphs"],
    ["frailty filter", "frailty=high", "rows", "figures graphs"],
    ["figure in full", "inspect=rth", "page", ""],
  ])("asks for a %s once", async (_, query, part, left) => {
    const asked = await open({ first: query, back: "", again: query });
    await follow("first");
    await vi.waitFor(() =>
      expect(screen.getByRole("status").textContent).toBe(left),
    );
    await follow("back");
    await follow("again");
    expect(asked).toEqual(["page", part]);
  });

  it("loads the whole page where the data have changed since", async () => {
    const asked = await open({ first: "frailty=high" }, "2026-03-05 09:00:00");
    await follow("first");
    await vi.waitFor(() => expect(asked).toEqual(["page", "rows", "page"]));
  });
});

describe("newer data", () => {
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
});
