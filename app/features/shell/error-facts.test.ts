import { expect, test } from "vitest";
import { errorFactsOf } from "./error-facts";

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
