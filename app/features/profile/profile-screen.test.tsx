import { expect, test } from "vitest";
import { textOf } from "../../../tests/pages/support/document";
import { drawnPage, hrefsOf } from "../../../tests/pages/support/drawn-page";
import { listView } from "./drill-down/drill-down-rows";
import { ProfileScreen } from "./profile-screen";
import { NOBODY_ROW } from "./testing/nobody-row";
import { testProfileView } from "./testing/profile-view";

test("the stays without a physician are a row with words beside its icon, and no physician", async () => {
  const data = listView(
    { kind: "physicians", rows: [NOBODY_ROW] },
    "physician",
  );
  const list = { state: "data", data } as const;
  const view = testProfileView({ level: "facility", id: 12, list });
  const page = await drawnPage(<ProfileScreen view={view} />);
  const name = "Patients without primary care physician";
  expect(hrefsOf(page)[name]).toBe("/physician-profile/0?facility-id=12");
  expect(textOf(page.body)).toContain("0 physicians");
});
