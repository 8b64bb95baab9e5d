import { describe, expect, it } from "vitest";
import { openTestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { openedForEach } from "~server/testing/opened";
import { listImports } from "./service";

describe.each(TEST_DIALECTS)("the reports of imports on %s", (dialect) => {
  const api = openedForEach(() => openTestApi(dialect));

  it.each(["admin", "company", "facility", "physician"] as const)(
    "are closed to the level %s",
    async (accessLevel) => {
      const { token } = await api.signIn({ accessLevel });
      expect((await api.ask(token, listImports, {})).status).toBe(403);
    },
  );
});
