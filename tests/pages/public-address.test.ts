import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "./support/census";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "./support/portal";
import { rawRequest, type RawAnswer } from "./support/raw-request";

const HOST = "quality.example.org";

let portal: OwnPortal;
beforeAll(async () => {
  portal = await startPortal({ env: { PUBLIC_URL: `https://${HOST}` } });
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

function get(path: string, host: string): Promise<RawAnswer> {
  return rawRequest(portal.origin, path, { headers: { host } });
}

function logIn(origin: string, host = HOST): Promise<RawAnswer> {
  return rawRequest(portal.origin, "/login", {
    method: "POST",
    headers: {
      host,
      origin,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: `username=company&password=${PASSWORD}`,
  });
}

describe("a portal behind https", () => {
  it("binds its cookies to the host and to https", async () => {
    const { status, headers } = await logIn(`https://${HOST}`);
    expect(status).toBe(302);
    const cookies = headers["set-cookie"] ?? [];
    expect(cookies).toHaveLength(3);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-sojourn/);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).not.toMatch(/Domain/i);
    }
  });

  it("asks browsers to come by https only", async () => {
    const { headers } = await get("/login", HOST);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  });

  it("takes no form of its plain address", async () => {
    expect((await logIn(`http://${HOST}`)).status).toBe(403);
    expect((await logIn(portal.origin)).status).toBe(403);
  });

  it("takes a form by whatever spelling of its host a proxy passes on", async () => {
    for (const host of [`${HOST}:443`, HOST.toUpperCase()]) {
      expect((await logIn(`https://${HOST}`, host)).status).toBe(302);
    }
  });

  it("knows no other host, but answers the probes of its machine", async () => {
    expect((await get("/login", "evil.example")).status).toBe(400);
    expect((await get("/login", `${HOST}.evil.example`)).status).toBe(400);
    expect((await get("/login", `${HOST.toUpperCase()}:443`)).status).toBe(200);
    expect((await get("/healthcheck", "127.0.0.1")).status).toBe(200);
    expect((await get("/readiness", "127.0.0.1")).status).toBe(200);
  });

  it("takes a forwarded address with a port beside it for none: each connection would be a browser of its own", async () => {
    const statuses: number[] = [];
    for (let port = 50_000; port < 50_006; port++) {
      const { status } = await rawRequest(portal.origin, "/login", {
        method: "POST",
        headers: {
          host: HOST,
          origin: `https://${HOST}`,
          "x-forwarded-for": `192.0.2.9:${port}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "username=nobody&password=guessed",
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it("never builds an address of a forwarded host", async () => {
    const { headers, text } = await rawRequest(portal.origin, "/", {
      headers: { host: HOST, "x-forwarded-host": "evil.example" },
    });
    expect(headers.location).toBe("/login");
    expect(text).not.toContain("evil");
  });
});
