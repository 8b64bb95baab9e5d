import { request, type Agent } from "node:http";

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  /** Without one, the request has a connection of its own. */
  agent?: Agent;
}

/** A request that fetch would not send: any method, Host and path, byte by byte as given. */
export function rawRequest(
  origin: string,
  path: string,
  { method = "GET", headers = {}, body, agent }: RawRequest = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      origin,
      { method, path, headers, agent: agent ?? false },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.once("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
          }),
        );
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}
