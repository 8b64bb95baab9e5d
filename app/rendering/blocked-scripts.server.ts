/**
 * Marks the page as one whose scripts run (`data-scripts`), for the style sheet. The mark goes if a script is blocked by a
 * proxy before hydration, and an older browser gets none (decision 30). Not a script of its own, which might be blocked too,
 * and in words that every browser understands.
 */
export const WITHOUT_BLOCKED_SCRIPTS: string | undefined =
  `(function(){function page(){return document.documentElement}
function off(){if(!page().dataset.scripts)page().removeAttribute("data-scripts")}
if(window.SubmitEvent&&/a/.dotAll!==undefined)page().setAttribute("data-scripts","");
addEventListener("error",function(event){if(event.target instanceof HTMLScriptElement)off()},true);
addEventListener("unhandledrejection",off);
var data=page().dataset;
if(data.leaveIn)setTimeout(function(){if(!page().dataset.clock)location.assign(data.leaveTo)},+data.leaveIn)})()`;

/**
 * Puts the window where it was when the reader comes back to a page or loads it again, before its scripts run: Remix's
 * `ScrollRestoration` without its words. Its storage is `useScrollRestoration`'s.
 */
const RESTORE_SCROLL = `(function(){try{if(!history.state||!history.state.key)history.replaceState({key:Math.random().toString(32).slice(2)},"");
var y=JSON.parse(sessionStorage.positions||"{}")[history.state.key];if(y>=0)scrollTo(0,y)}catch(e){sessionStorage.removeItem("positions")}})();
`;

/** What scripts need at the end of the page: the window where it was, and all of these files asked for at once. */
export const beforeScripts:
  | ((hrefs: readonly string[]) => string)
  | undefined = (hrefs) =>
  `${RESTORE_SCROLL}${JSON.stringify(hrefs)}.map(function(href){var link=document.createElement("link");link.rel="modulepreload";link.href=href;document.head.append(link)})`;
