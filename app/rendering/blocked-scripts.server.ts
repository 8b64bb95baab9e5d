/**
 * A script that a proxy blocks, or that the browser is too old for, must not leave a page laid out for scripts
 * (decision 30). Not a script of its own, which might be blocked too, and in words that every browser understands.
 */
export const WITHOUT_BLOCKED_SCRIPTS: string | undefined =
  `(function(){function page(){return document.documentElement}
function off(){page().removeAttribute("data-scripts")}
if(!window.SubmitEvent||/a/.dotAll===undefined)off();
addEventListener("error",function(event){if(event.target instanceof HTMLScriptElement)off()},true);
addEventListener("unhandledrejection",off);
var data=page().dataset;
if(data.leaveIn)setTimeout(function(){if(!page().dataset.clock)location.assign(data.leaveTo)},+data.leaveIn)})()`;

/** A script that asks for all of these at once, in words that every browser understands. */
export const preloadScripts:
  | ((hrefs: readonly string[]) => string)
  | undefined = (hrefs) =>
  `${JSON.stringify(hrefs)}.map(function(href){var link=document.createElement("link");link.rel="modulepreload";link.href=href;document.head.append(link)})`;
