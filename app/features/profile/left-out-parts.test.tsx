// @vitest-environment happy-dom
import { Link, useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useArrived } from "~/rendering/deferred-data";
import { listView } from "./drill-down/drill-down-rows";
import { leaveOutRendered } from "./load/leave-out-rendered.server";
import { LeftOutParts } from "./left-out-parts";
import type { FetchedPart, SentView } from "./profile-view";
import { shouldRevalidate } from "./should-revalidate";
import { testGraphsView } from "./testing/graphs-view";
import { testProfileView } from "./testing/profile-view";

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
