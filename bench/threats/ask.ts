import { request } from "node:http";
import { connect } from "node:net";
import { HOST, type ServedPortal } from "./served-portal";

export interface Answer {
  status: number;
  cookies: string[];
  text: string;
  ms: number;
}

export interface Asked {
  body?: string | Buffer;
  /** The browser's address, as the proxy tells it. */
  address?: string;
  cookie?: string;
}

/** Asks for a page, or posts a form where there is a body, as the proxy would. */
export function ask(
  { port }: ServedPortal,
  path: string,
  { body, address = "192.0.2.1", cookie = "" }: Asked = {},
): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        path,
        method: body === undefined ? "GET" : "POST",
        agent: false,
        headers: {
          host: HOST,
          origin: `https://${HOST}`,
          "x-forwarded-for": address,
          "content-type": "application/x-www-form-urlencoded",
          cookie,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (text += part));
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            cookies: (response.headers["set-cookie"] ?? []).map(
              (line) => line.split(";", 1)[0] ?? "",
            ),
            text,
            ms: performance.now() - started,
          }),
        );
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

/** How long the portal waits for the rest of what begins so, seconds. */
export function secondsUntilClosed(
  { port }: ServedPortal,
  text: string,
): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("error", () => undefined).resume();
    socket.once("close", () => resolve((performance.now() - started) / 1_000));
  });
}
