import { expect, test, vi } from "vitest";
import { loader } from "./route";

vi.mock("~/data/upstream.server", () => ({
  isUpstreamReady: async () => true,
  upstreamReplicas: async () => ({ all: 2, used: 1 }),
}));
vi.mock("~/session/portal-database.server", () => ({
  diskOfPortal: async () => "enough",
  isPortalDatabaseReady: async () => true,
}));

test("a portal is ready without a standby of its database, and tells of it", async () => {
  const answer = await loader();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    status: "ready",
    replicas: { all: 2, used: 1 },
  });
});
