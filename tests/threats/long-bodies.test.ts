import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { onPortal } from "../pages/support/on-portal";
import type { Portal } from "../pages/support/portal";

const KB = 1024;
const ENDED_WITHIN_MS = 10_000;

let portal: Portal;
onPortal((started) => (portal = started));

interface Connection {
  socket: Socket;
  /** All that came, as soon as it holds the text as often as asked, or the connection is closed. */
  answers(text: string, times: number): Promise<string>;
}

function open(): Connection {
  const { port, hostname } = new URL(portal.origin);
  const socket = connect(Number(port), hostname);
  let came = "";
  socket.setEncoding("utf8").on("data", (text: string) => (came += text));
  // The portal closes while the body is still sent.
  socket.on("error", () => undefined);
  const answers = (text: string, times: number) =>
    new Promise<string>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`neither answered nor closed: ${came}`)),
        ENDED_WITHIN_MS,
      );
      const look = () => {
        if (came.split(text).length <= times && !socket.closed) return;
        clearTimeout(late);
        resolve(came);
      };
      socket.on("data", look).on("close", look);
      look();
    });
  return { socket, answers };
}

function head(method: string, path: string, headers: string[]): string {
  const all = [`Host: ${new URL(portal.origin).host}`, ...headers];
  return `${method} ${path} HTTP/1.1\r\n${all.join("\r\n")}\r\n\r\n`;
}

function form(length: string, origin = portal.origin): string[] {
  return [
    `Origin: ${origin}`,
    "Content-Type: application/x-www-form-urlencoded",
    length,
  ];
}

describe("a form that is too long", () => {
  it.each([65, 200, 300, 1000])(
    "of %i KB is refused, and the next request of its connection is answered",
    async (size) => {
      const { socket, answers } = open();
      const body = "a".repeat(size * KB);
      socket.write(
        head("POST", "/login", form(`Content-Length: ${body.length}`)) + body,
      );
      expect(await answers("HTTP/1.1 ", 1)).toMatch(/^HTTP\/1\.1 413 /);
      socket.write(head("GET", "/healthcheck", []));
      expect(await answers("HTTP/1.1 ", 2)).toContain("HTTP/1.1 200 ");
      socket.destroy();
    },
  );

  it.each([
    ["announced", "Content-Length: 5000000", "a".repeat(70 * KB), 413],
    ["announced short enough to drop", "Content-Length: 300000", "a=b", 413],
    ["sent in parts", "Transfer-Encoding: chunked", "3\r\na=b\r\n", 411],
  ])(
    "and %s but not sent whole is refused, and its connection closed",
    async (_, length, begun, status) => {
      const { socket, answers } = open();
      socket.write(head("POST", "/login", form(length)) + begun);
      const answer = await answers("HTTP/1.1 ", 1);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toMatch(/^Connection: close\r$/im);
      // Twice never comes: this resolves at the end of the connection.
      await answers("HTTP/1.1 ", 2);
      expect(socket.closed).toBe(true);
    },
  );

  it("is refused for where it comes from first", async () => {
    const { socket, answers } = open();
    const body = "a".repeat(300 * KB);
    const headers = form(`Content-Length: ${body.length}`, "https://x.test");
    socket.write(head("POST", "/login", headers) + body);
    socket.write(head("GET", "/healthcheck", []));
    const all = await answers("HTTP/1.1 ", 2);
    expect(all).toMatch(/^HTTP\/1\.1 403 /);
    expect(all).toContain("HTTP/1.1 200 ");
    socket.destroy();
  });
});

describe("a form that a page leaves unread", () => {
  it.each([
    ["/, which reads no form", "/", 405],
    ["/search, which reads no form", "/search", 405],
    ["where there is no page", "/no-such-page", 302],
    ["the address of a file", "/metric-data", 302],
  ])(
    "sent to %s, is dropped, and the next request of its connection is answered",
    async (_, path, status) => {
      const { socket, answers } = open();
      const body = "a".repeat(60 * KB);
      const headers = form(`Content-Length: ${body.length}`);
      socket.write(head("POST", path, headers) + body);
      socket.write(head("GET", "/healthcheck", []));
      const all = await answers("HTTP/1.1 ", 2);
      expect(all).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(all).toContain("HTTP/1.1 200 ");
      socket.destroy();
    },
  );

  it("leaves no room for a request in its own body", async () => {
    const { socket, answers } = open();
    const hidden = head("GET", "/healthcheck", []);
    const body = hidden.repeat(Math.floor((60 * KB) / hidden.length));
    socket.write(
      head("POST", "/no-such-page", form(`Content-Length: ${body.length}`)),
    );
    socket.write(body);
    socket.write(head("GET", "/healthcheck", []));
    await answers("HTTP/1.1 ", 2);
    const all = await answers("HTTP/1.1 200", 1);
    expect(all.split("HTTP/1.1 ")).toHaveLength(3);
    socket.destroy();
  });
});
