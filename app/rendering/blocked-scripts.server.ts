/**
 * A script that is blocked on its way, as proxies do, would leave a page laid out for it; and so would a browser that is
 * too old for our scripts: none below the floor (decision 30) has both of what is asked for here. Whatever keeps scripts
 * from coming, the page leaves at its session's end. Not a script of its own, that might be blocked too, and in words that
 * every browser understands.
 */
export const WITHOUT_BLOCKED_SCRIPTS: string | undefined =
  `(function(){function page(){return document.documentElement}
function off(){page().removeAttribute("data-scripts")}
if(!window.SubmitEvent||/a/.dotAll===undefined)off();
addEventListener("error",function(event){if(event.target instanceof HTMLScriptElement)off()},true);
addEventListener("unhandledrejection",off);
var data=page().dataset;
if(data.leaveIn)setTimeout(function(){if(!page().dataset.clock)location.assign(data.leaveTo)},+data.leaveIn)})()`;
