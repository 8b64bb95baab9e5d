import { once } from "node:events";
import {
  createServer,
  request,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";

/** Pages report errors of their scripts here, because not every browser's protocol does. */
export const ERRORS_PATH = "/errors-of-this-page";

/** Runs before the page's own scripts and removes its element, which hydration would not expect. */
const LISTENER = `
(function (own) {
  own.parentNode.removeChild(own);
  function report(what) {
    navigator.sendBeacon("${ERRORS_PATH}", String(what).slice(0, 600));
  }
  function words(error) {
    return error && error.stack ? error + " " + error.stack : String(error);
  }
  addEventListener("error", function (event) {
    report("uncaught: " + event.message + " " + words(event.error));
  });
  addEventListener("unhandledrejection", function (event) {
    report("unhandled: " + words(event.reason));
  });
  document.addEventListener("securitypolicyviolation", function (event) {
    report("policy: " + event.violatedDirective + " " + event.blockedURI);
  });
  var log = console.error;
  console.error = function () {
    report("console: " + [].map.call(arguments, words).join(" "));
    return log.apply(console, arguments);
  };
})(document.currentScript);`;

/** Adds the listener, unless the page's policy allows no scripts. */
function withListener(html: string, policy: unknown): string {
  const nonce = /'nonce-([^']+)'/.exec(String(policy))?.[1];
  if (!nonce) return html;
  return html.replace(
    /<head\b[^>]*>/,
    (head) => `${head}<script nonce="${nonce}">${LISTENER}</script>`,
  );
}

type Fault = "none" | "scripts refused" | "scripts slow";

export type Line = Awaited<ReturnType<typeof openLine>>;

const SLOW_MS = 1_000;

function isScript({ url = "" }: IncomingMessage): boolean {
  return url.startsWith("/build/") && /\.js(\?|$)/.test(url);
}

async function forward(
  port: number,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const onward = request({
    host: "127.0.0.1",
    port,
    method: asked.method,
    path: asked.url,
    headers: { ...asked.headers, "accept-encoding": "identity" },
    agent: false,
  });
  onward.on("error", () => answer.destroy());
  answer.once("close", () => onward.destroy());
  asked.pipe(onward);
  const [got] = (await once(onward, "response")) as [IncomingMessage];
  const { "content-length": _length, ...headers } = got.headers;
  answer.writeHead(got.statusCode ?? 502, headers);
  if (headers["content-type"]?.startsWith("text/html")) {
    const policy = headers["content-security-policy"];
    answer.end(withListener(await text(got), policy));
  } else {
    await pipeline(got, answer);
  }
}

/** Opens a proxy before the portal, whose address outlives a cut. */
export async function openLine(portalPort: number) {
  let fault: Fault = "none";
  const errors: string[] = [];
  async function respond(asked: IncomingMessage, answer: ServerResponse) {
    if (asked.url === ERRORS_PATH) {
      errors.push(await text(asked));
      answer.writeHead(204).end();
      return;
    }
    if (isScript(asked) && fault === "scripts refused") {
      answer.writeHead(403, { "content-type": "text/plain" }).end("Forbidden");
      return;
    }
    if (isScript(asked) && fault === "scripts slow") await wait(SLOW_MS);
    await forward(portalPort, asked, answer);
  }
  const server = createServer((asked, answer) => {
    respond(asked, answer).catch(() => answer.destroy());
  });
  const listen = async (port: number) => {
    await once(server.listen(port, "127.0.0.1"), "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** What the scripts of pages reported since the journey began. */
    errors,
    setFault(next: Fault) {
      fault = next;
    },
    /** Refuses connections and drops the open ones. */
    async cut() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
    async mend() {
      fault = "none";
      if (!server.listening) await listen(port);
    },
  };
}
