import { describe, expect, it } from "vitest";
import { openTestApi } from "./testing/open-test-api";
import { openedForEach } from "~server/testing/opened";

const FORM = "application/x-www-form-urlencoded";

describe("the API", () => {
  const api = openedForEach(() => openTestApi("sqlite"));

  function post(body: BodyInit, type = FORM): Promise<Response> {
    const headers = { "content-type": type };
    return api.fetch("/auth/login/", { method: "POST", body, headers });
  }

  it("answers 404 for unknown calls and 405, with what is allowed, for other methods", async () => {
    const unknown = await api.get("/api/nothing");
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toEqual({
      error: expect.any(String),
      code: "not_found",
    });
    const other = await api.fetch("/api/physician/1/", { method: "PUT" });
    expect(other.status).toBe(405);
    expect(other.headers.get("allow")).toBe("GET");
    expect((await api.get("/auth/login/")).headers.get("allow")).toBe("POST");
  });

  it("answers 401 before it looks at anything else", async () => {
    for (const path of [
      "/auth/me/",
      "/auth/users",
      "/api/company/organization/",
      "/api/physician/not-a-number/",
      "/auth/refresh/",
    ]) {
      const response = await api.get(path, "not-a-token");
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({
        error: expect.any(String),
        code: "signed_out",
      });
    }
  });

  it("answers 400 for a path that does not fit", async () => {
    const { token } = await api.signIn({ accessLevel: "admin" });
    for (const npi of ["x", "-1", "1.5", "%ff", "%00", "9".repeat(16), "1e3"]) {
      const response = await api.get(`/api/physician/${npi}/`, token);
      expect([npi, response.status]).toEqual([npi, 400]);
    }
    expect((await api.get(`/${"x".repeat(2000)}`)).status).toBe(400);
    expect(api.logged).toHaveLength(8);
  });

  it("answers 400 for bodies that are not what they should be", async () => {
    const bodies: [BodyInit, string?][] = [
      [""],
      ["username=a"],
      ["username=&password=b"],
      ["username=a&password=%ff"],
      ["username=a&password=%"],
      ["username=a%00&password=b"],
      ["username=a&username=b&password=c"],
      [new Uint8Array([0x75, 0x3d, 0xff, 0xfe])],
      [Array.from({ length: 400 }, (_, n) => `f${n}=`).join("&")],
      ['{"username":"a","password":"b"}', "application/json"],
      ["username=a&password=b", "text/plain"],
      ["username=a&password=b", "garbage"],
      ["--x--", "multipart/form-data; boundary=x"],
    ];
    for (const [body, type] of bodies) {
      const response = await post(body, type);
      expect([body, type, response.status]).toEqual([body, type, 400]);
    }
  });

  it("answers 413 above 64 KB, announced or not", async () => {
    const large = "a".repeat(65 * 1024);
    expect((await post(`username=a&password=${large}`)).status).toBe(413);
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(large));
      },
    });
    const request = new Request("http://api.test/auth/login/", {
      method: "POST",
      body: chunks,
      headers: { "content-type": FORM },
      duplex: "half",
    });
    expect((await api.fetch(request.url, request)).status).toBe(413);
  });

  it("logs each request in one line, with the pattern of its path and who asked", async () => {
    const { token } = await api.signIn({ accessLevel: "admin" });
    await api.fetch("/api/physician/1234567890?canary=1", {
      headers: { "x-access-token": token, "x-request-id": "from-the-portal_1" },
    });
    expect(api.logged).toHaveLength(1);
    expect(api.logged[0]).toMatchObject({
      event: "api.request",
      request_id: "from-the-portal_1",
      method: "GET",
      route: "/api/physician/:npi/",
      status: 404,
      user_id: 1,
    });
    expect(JSON.stringify(api.logged)).not.toMatch(/canary|1234567890/);
  });

  it("takes no request id that could forge a log line", async () => {
    const response = await api.fetch("/healthcheck", {
      headers: { "x-request-id": 'a","level":"fatal' },
    });
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("tells apart a process that runs and a database that answers", async () => {
    expect((await api.get("/healthcheck")).status).toBe(200);
    expect((await api.get("/readiness")).status).toBe(200);
    await api.deps.store.db.destroy();
    expect((await api.get("/healthcheck")).status).toBe(200);
    expect((await api.get("/readiness")).status).toBe(503);
  });

  it("answers a fault with 500, no details, and one error in the log", async () => {
    await api.deps.store.db.schema.dropTable("users").execute();
    const response = await post("username=a&password=b");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/users|table|sql/i);
    const errors = api.logged.filter((line) => line.event === "api.error");
    expect(errors).toHaveLength(1);
  });
});
