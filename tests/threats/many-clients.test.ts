import { connect, type Socket } from "node:net";
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  it,
  vi,
} from "vitest";
import { PASSWORD } from "../pages/support/census";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "../pages/support/portal";
import { rawRequest, type RawAnswer } from "../pages/support/raw-request";
import { CPU_TIME_IS_KNOWN, residentMbOf } from "./support/cpu-time";

const HOST = "quality.example.org";
const FORM = "application/x-www-form-urlencoded";
const BACK_WITHIN_MS = 5_000;
const GROWTH_MB = 120;

let portal: OwnPortal;
beforeAll(async () => {
  // Behind a proxy on this machine, which says whom it asks for.
  portal = await startPortal({ env: { PUBLIC_URL: `https://${HOST}` } });
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

const held: Socket[] = [];
afterEach(() => {
  for (const socket of held.splice(0)) socket.destroy();
});

/** Opens connections that send so much and then nothing; resolves once the portal has all of it. */
async function hold(count: number, text: string): Promise<void> {
  const { port } = new URL(portal.origin);
  const opened = Array.from({ length: count }, () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    held.push(socket);
    return new Promise<void>((sent) => {
      socket.once("connect", () => socket.write(text, () => sent()));
    });
  });
  await Promise.all(opened);
}

function slowForm(address: string): string {
  return [
    "POST /login HTTP/1.1",
    `Host: ${HOST}`,
    `Origin: https://${HOST}`,
    `X-Forwarded-For: ${address}`,
    `Content-Type: ${FORM}`,
    "Content-Length: 60000",
    "",
    "username=",
  ].join("\r\n");
}

function get(path: string, address: string): Promise<RawAnswer> {
  return rawRequest(portal.origin, path, {
    headers: { host: HOST, "x-forwarded-for": address },
  });
}

function logIn(username: string, password: string, address: string) {
  return rawRequest(portal.origin, "/login", {
    method: "POST",
    headers: {
      host: HOST,
      origin: `https://${HOST}`,
      "x-forwarded-for": address,
      "content-type": FORM,
    },
    body: new URLSearchParams({ username, password }).toString(),
  });
}

async function statusOf(path: string, address: string): Promise<number> {
  return (await get(path, address)).status;
}

describe("somebody who sends a hundred forms byte by byte", () => {
  it("is asked to wait, and keeps nobody else out", async () => {
    await hold(120, slowForm("192.0.2.1"));
    await vi.waitFor(
      async () => expect(await statusOf("/login", "192.0.2.1")).toBe(503),
      // A limit against hanging.
      { timeout: 20_000 },
    );
    const refused = await get("/login", "192.0.2.1");
    expect(refused.headers["retry-after"]).toBe("2");
    expect(await statusOf("/login", "192.0.2.2")).toBe(200);
    expect((await logIn("region", PASSWORD, "192.0.2.2")).status).toBe(302);
  });

  it("has room again once they are gone", async () => {
    await vi.waitFor(
      async () => expect(await statusOf("/login", "192.0.2.1")).toBe(200),
      { timeout: BACK_WITHIN_MS },
    );
  });
});

describe("clients that hold their connections", () => {
  it("with half a head, or without reading, take nothing from others", async () => {
    await hold(300, `GET /login HTTP/1.1\r\nHost: ${HOST}\r\nX-Slow: `);
    const unread = `GET /login HTTP/1.1\r\nHost: ${HOST}\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n`;
    await hold(20, unread.repeat(10));
    expect(await statusOf("/login", "192.0.2.2")).toBe(200);
    expect((await logIn("region", PASSWORD, "192.0.2.2")).status).toBe(302);
  });

  it("end as requests with an odd frame are answered: closed, and nothing of theirs is taken for another request", async () => {
    const oddly = [
      `POST /login HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
      `POST /login HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
      `GET /login HTTP/1.1\r\nHost: ${HOST}\r\nHost: evil.example\r\n\r\n`,
      `GET /login HTTP/1.1\nHost ${HOST}\n\n`,
      `GET /login HTTP/1.1\r\nHost: ${HOST}\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
      `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n`,
    ];
    // Side by side: the portal waits for the rest of some of them.
    const answers = await Promise.all(oddly.map(exchangeWith));
    for (const [at, answer] of answers.entries()) {
      expect([oddly[at]?.slice(0, 70), answer]).toEqual([
        oddly[at]?.slice(0, 70),
        expect.stringMatching(/^$|^HTTP\/1\.1 4\d\d /),
      ]);
      expect(answer.split("HTTP/1.1 ").length).toBeLessThan(3);
    }
    expect((await portal.log()).join("\n")).not.toContain("smuggled");
  });
});

/** All that the portal says to a connection until it closes it. */
function exchangeWith(text: string): Promise<string> {
  const { port } = new URL(portal.origin);
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(answer));
  });
}

describe("ten times the load that is served at once", () => {
  it.runIf(CPU_TIME_IS_KNOWN)(
    "is answered or refused, leaves memory where it was, and is over at once",
    { timeout: 120_000 },
    async () => {
      const burst = async (count: number) => {
        const answers = await Promise.all(
          Array.from({ length: count }, (_, at) =>
            statusOf("/login", `192.0.2.${at % 6}`),
          ),
        );
        const served = answers.filter((status) => status === 200);
        const refused = answers.filter((status) => status === 503);
        expect(served.length + refused.length).toBe(count);
        expect(served.length).toBeGreaterThan(count / 2);
      };
      await burst(50);
      const before = residentMbOf(portal.pid);
      await burst(500);
      const started = performance.now();
      expect((await logIn("region", PASSWORD, "192.0.2.9")).status).toBe(302);
      expect(performance.now() - started).toBeLessThan(BACK_WITHIN_MS);
      expect(residentMbOf(portal.pid) - before).toBeLessThan(GROWTH_MB);
    },
  );
});

describe("a hundred people who sign in at the same moment", () => {
  it("are let in or asked to come again, each is answered, and who comes next gets in", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        logIn("facilities", PASSWORD, `203.0.113.${at}`),
      ),
    );
    const isLetIn = ({ status }: RawAnswer) => status === 302;
    expect(answers.filter(isLetIn)).not.toEqual([]);
    for (const answer of answers.filter((one) => !isLetIn(one))) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect(isLetIn(await logIn("facilities", PASSWORD, "203.0.113.1"))).toBe(
      true,
    );
  });
});

describe("twenty wrong passwords from one address", () => {
  it("delay that address, and no other", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 22; at++) {
      statuses.push(
        (await logIn(`guess-${at % 7}`, "Wrong-1", "198.51.100.1")).status,
      );
    }
    expect(statuses.slice(0, 21)).toEqual(Array<number>(21).fill(400));
    const delayed = await logIn("division", PASSWORD, "198.51.100.1");
    expect(delayed.status).toBe(429);
    expect(Number(delayed.headers["retry-after"])).toBeGreaterThan(0);
    expect((await logIn("division", PASSWORD, "198.51.100.2")).status).toBe(
      302,
    );
  });
});
