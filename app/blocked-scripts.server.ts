/**
 * A script that is blocked on its way, as proxies do, would leave a page laid out for it. And whatever keeps scripts from
 * coming, the page leaves at its session's end: a browser may also be too old for them, or wait for them for ever. Not a
 * script of its own, that might be blocked too, and in words that every browser understands.
 */
export const WITHOUT_BLOCKED_SCRIPTS: string | undefined = `(function (root) {
function off() { root.removeAttribute("data-scripts"); }
addEventListener("error", function (event) { if (event.target instanceof HTMLScriptElement) off(); }, true);
addEventListener("unhandledrejection", off);
var leaveIn = root.getAttribute("data-leave-in");
if (leaveIn) setTimeout(function () {
  var leaveTo = root.getAttribute("data-leave-to");
  if (leaveTo && !root.hasAttribute("data-clock")) location.assign(leaveTo);
}, +leaveIn);
})(document.documentElement);`;
