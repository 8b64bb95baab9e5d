import { hasRouteModule } from "../connection/held-scripts";

type Manifest = typeof window.__remixManifest;
type Route = Manifest["routes"][string];

/** The route of a page that can use an answer asked for ahead: one with a client loader. */
export function findPageRoute(pathname: string): Route | undefined {
  const { routes } = window.__remixManifest;
  return Object.values(routes).find(
    (route) => route.hasClientLoader && isPathOf(route, pathname),
  );
}

/** Such routes stand right below the root. The router's own matching would split what every page loads first. */
function isPathOf({ path = "" }: Route, pathname: string): boolean {
  const wanted = path.split("/");
  const parts = pathname.replace(/^\/|\/$/g, "").split("/");
  return (
    parts.length === wanted.length &&
    wanted.every((name, place) => name.startsWith(":") || name === parts[place])
  );
}

/** Fetches the scripts of a route ahead, where they have not come yet. */
export function preloadScripts({ id, module, imports = [] }: Route): void {
  if (hasRouteModule(id)) return;
  const nonce =
    document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  const known = new Set(
    Array.from(document.querySelectorAll('link[rel="modulepreload"]'), (link) =>
      link.getAttribute("href"),
    ),
  );
  for (const href of [module, ...imports]) {
    if (known.has(href)) continue;
    const link = document.createElement("link");
    link.rel = "modulepreload";
    if (nonce) link.nonce = nonce;
    link.setAttribute("href", href);
    document.head.append(link);
  }
}
