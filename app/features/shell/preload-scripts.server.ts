/** A script that asks for all of these at once, in words that every browser understands. */
export const preloadScripts:
  | ((hrefs: readonly string[]) => string)
  | undefined = (hrefs) =>
  `${JSON.stringify(hrefs)}.map(function(href){var link=document.createElement("link");link.rel="modulepreload";link.href=href;document.head.append(link)})`;
