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
export function listeningPage(
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
