import { Agent, request } from "node:http";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";

interface Visit {
  status: number;
  location: string | null;
}

/** A browser without scripts that keeps its connection and its cookies, and takes pages as brotli without reading them. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** With `cookie`, as another window of the browser that has it. */
  constructor(
    readonly origin: string,
    cookie = "",
  ) {
    if (cookie) this.keep(cookie.split("; "));
  }

  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join("=")).join("; ");
  }

  get(path: string): Promise<Visit> {
    return this.send("GET", path, {
      accept: "text/html",
      "accept-encoding": "br",
    });
  }

  post(path: string, fields: URLSearchParams): Promise<Visit> {
    return this.send(
      "POST",
      path,
      {
        origin: this.origin,
        "content-type": "application/x-www-form-urlencoded",
      },
      fields.toString(),
    );
  }

  /** Signs in anew; throws where that is refused. Returns the path of the first page. */
  async signIn(username: string): Promise<string> {
    this.cookies.clear();
    const { status } = await this.post(
      "/login",
      new URLSearchParams({ username, password: DEMO_PASSWORD }),
    );
    if (status !== 302) throw new Error(`${username}: sign-in gave ${status}`);
    return (await this.get("/")).location ?? "/";
  }

  leave(): void {
    this.agent.destroy();
  }

  private send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body = "",
  ): Promise<Visit> {
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.origin),
        {
          method,
          agent: this.agent,
          headers: {
            ...headers,
            ...(this.cookies.size > 0 && { cookie: this.cookie }),
            ...(body && { "content-length": Buffer.byteLength(body) }),
          },
        },
        (answer) => {
          answer.resume();
          answer.once("error", reject);
          answer.once("end", () => {
            this.keep(answer.headers["set-cookie"] ?? []);
            resolve({
              status: answer.statusCode ?? 0,
              location: answer.headers.location ?? null,
            });
          });
        },
      );
      sent.once("error", reject);
      sent.end(body);
    });
  }

  private keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
