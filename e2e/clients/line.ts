import {
  createServer,
  request,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/** Where pages tell the line what their scripts complain about: not every browser has another way to hear of it. */
export const ERRORS_PATH = "/errors-of-this-page";

/** Runs before every other script of a page, and leaves nothing in it that they could stumble over. */
const LISTENER = `
(function (own) {
  own.parentNode.removeChild(own);
  function tell(what) {
    navigator.sendBeacon("${ERRORS_PATH}", String(what).slice(0, 600));
  }
  function words(error) {
    return error && error.stack ? error + " " + error.stack : String(error);
  }
  addEventListener("error", function (event) {
    tell("uncaught: " + event.message + " " + words(event.error));
  });
  addEventListener("unhandledrejection", function (event) {
    tell("unhandled: " + words(event.reason));
  });
  document.addEventListener("securitypolicyviolation", function (event) {
    tell("policy: " + event.violatedDirective + " " + event.blockedURI);
  });
  var log = console.error;
  console.error = function () {
    tell("console: " + [].map.call(arguments, words).join(" "));
    return log.apply(console, arguments);
  };
})(document.currentScript);`;

/** The page with ears. A page whose policy lets no script run has none to listen to. */
function listeningPage(
  html: string,
  policy: string | string[] | undefined,
): string {
  const nonce = /'nonce-([^']+)'/.exec(String(policy))?.[1];
  if (!nonce) return html;
  return html.replace(
    /<head\b[^>]*>/,
    (head) => `${head}<script nonce="${nonce}">${LISTENER}</script>`,
  );
}

/** What may befall the scripts of a page on their way. */
type Fault = "none" | "scripts refused" | "scripts slow";

export type Line = Awaited<ReturnType<typeof openLine>>;

const SLOW_MS = 1_000;

function isScript({ url = "" }: IncomingMessage): boolean {
  return url.startsWith("/build/") && /\.js(\?|$)/.test(url);
}

function passOn(
  port: number,
  asked: IncomingMessage,
  answer: ServerResponse,
): void {
  const onward = request(
    {
      host: "127.0.0.1",
      port,
      method: asked.method,
      path: asked.url,
      headers: { ...asked.headers, "accept-encoding": "identity" },
      agent: false,
    },
    (got) => {
      got.once("error", () => answer.destroy());
      const isPage = got.headers["content-type"]?.startsWith("text/html");
      if (!isPage) {
        answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
        got.pipe(answer);
        return;
      }
      void text(got).then((html) => {
        const headers = { ...got.headers };
        delete headers["content-length"];
        answer
          .writeHead(got.statusCode ?? 502, headers)
          .end(listeningPage(html, got.headers["content-security-policy"]));
      });
    },
  );
  onward.once("error", () => answer.destroy());
  answer.once("close", () => onward.destroy());
  asked.pipe(onward);
}

/** Opens a way to the portal at the port: an address of its own, which stays the same when it is cut and mended. */
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
    passOn(portalPort, asked, answer);
  }
  const server = createServer((asked, answer) => void respond(asked, answer));
  const listen = (port: number) =>
    new Promise<void>((done, fail) => {
      server.once("error", fail).listen(port, "127.0.0.1", done);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** What the scripts of pages have complained about since the journey began. */
    errors,
    setFault(next: Fault) {
      fault = next;
    },
    /** Nobody answers any more, and what was under way is torn off. */
    async cut() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
    async mend() {
      fault = "none";
      if (!server.listening) await listen(port);
    },
  };
}
