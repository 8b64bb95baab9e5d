import { expect } from "vitest";
import { PASSWORD } from "./census";

export interface Page {
  status: number;
  headers: Headers;
  /** Path and query that a redirect leads to, or null. */
  location: string | null;
  text: string;
}

/** What is typed into a form, by field. */
export type Fields = Record<string, string | readonly string[]>;

interface Send {
  headers?: Record<string, string | null>;
  body?: BodyInit;
}

/** What browsers accept, for the documents and the data of this product. */
export function acceptOf(path: string): string {
  return path.includes("_data=") ? "*/*" : "text/html,*/*;q=0.8";
}

function formOf(fields: Fields): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value);
  }
  return form;
}

/** A browser without scripts: keeps cookies, follows nothing by itself, says where its forms come from. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(readonly origin: string) {}

  async get(path: string, send: Send = {}): Promise<Page> {
    return this.send("GET", path, send);
  }

  /** Posts a form as a page of the portal would; a header set to null is left out. */
  async post(
    path: string,
    fields: Fields | URLSearchParams,
    send: Send = {},
  ): Promise<Page> {
    return this.send("POST", path, {
      body: fields instanceof URLSearchParams ? fields : formOf(fields),
      ...send,
      headers: { origin: this.origin, ...send.headers },
    });
  }

  /** Posts a form with this session's token, which the page at `from` has. */
  async submit(path: string, fields: Fields = {}, from = path): Promise<Page> {
    return this.post(path, { csrf: await this.csrfToken(from), ...fields });
  }

  async logOut(fields: Fields = {}, from = "/change-password"): Promise<Page> {
    return this.submit("/logout", fields, from);
  }

  async logIn(username: string, password = PASSWORD): Promise<Page> {
    return this.post("/login", { username, password });
  }

  /** Logs in and checks that it worked. */
  async loggedIn(username: string): Promise<this> {
    expect((await this.logIn(username)).status).toBe(302);
    return this;
  }

  /** Value of the hidden field that forms of this session carry. */
  async csrfToken(path: string): Promise<string> {
    const { text } = await this.get(path);
    const field = /<input[^>]*name="csrf"[^>]*>/.exec(text)?.[0] ?? "";
    const value = /value="([^"]+)"/.exec(field)?.[1];
    if (!value) throw new Error(`no csrf field on ${path}`);
    return value;
  }

  /** A second browser with the same cookies, as a thief would have. */
  copy(): Browser {
    const other = new Browser(this.origin);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  /** Its cookies as they are sent. */
  cookieHeader(): string {
    return [...this.cookies].map((pair) => pair.join("=")).join("; ");
  }

  private async send(
    method: string,
    path: string,
    { headers = {}, body }: Send,
  ): Promise<Page> {
    const sent = new Headers({ accept: acceptOf(path) });
    if (this.cookies.size > 0) {
      sent.set("cookie", this.cookieHeader());
    }
    for (const [name, value] of Object.entries(headers)) {
      if (value !== null) sent.set(name, value);
    }
    const response = await fetch(this.origin + path, {
      method,
      headers: sent,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    this.keepCookies(response);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get("location"),
      text,
    };
  }

  private keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const at = pair.indexOf("=");
      const name = pair.slice(0, at);
      if (attributes.some((one) => /^max-age=0$/i.test(one))) {
        this.cookies.delete(name);
      } else {
        this.cookies.set(name, pair.slice(at + 1));
      }
    }
  }
}
