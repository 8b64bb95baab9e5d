import { createRemixStub } from "@remix-run/testing";
import { expect, test } from "vitest";
import { drawn, hrefsOf } from "../../../tests/pages/support/drawn-page";
import { ErrorPage } from "./error-page";
import { errorFactsOf } from "./shell-data";

function show(status: number, serverMessage?: string, url = "/") {
  const Stub = createRemixStub([
    {
      path: "*",
      Component: () => (
        <ErrorPage
          id="error-page"
          status={status}
          {...(serverMessage ? { serverMessage } : {})}
        />
      ),
    },
  ]);
  return drawn(<Stub initialEntries={[url]} />);
}

test("a fault that may pass can be tried again at the same address", async () => {
  const page = await show(503, "No data.", "/division-profile/1?isnp=true");
  expect(hrefsOf(page)).toEqual({
    "Try again": "/division-profile/1?isnp=true",
    "Back to Home": "/",
  });
});

test.each([403, 404, 409])(
  "%i would be the same again, so that the one way is home",
  async (status) => {
    expect(hrefsOf(await show(status))).toEqual({ "Back to Home": "/" });
  },
);

/** What the framework makes of a thrown Response. */
function thrown(status: number, data: unknown) {
  return { status, statusText: "", internal: false, data };
}

test("a thrown answer gives its status and the words meant for the user", () => {
  expect(
    errorFactsOf(thrown(409, { message: "It is being changed." })),
  ).toEqual({ status: 409, serverMessage: "It is being changed." });
});

test.each([
  null,
  "Error: No route matches URL",
  { message: null },
  { message: " " },
])("%j holds no words for the user", (data) => {
  expect(errorFactsOf(thrown(404, data))).toEqual({ status: 404 });
});

test("an exception is a 500 that keeps its words to itself", () => {
  expect(errorFactsOf(new Error("SQLITE_BUSY at /srv/db"))).toEqual({
    status: 500,
  });
});
