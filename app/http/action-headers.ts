import type { HeadersFunction } from "@remix-run/node";

/** When to try again, as the answer of a form says it, is for the browser too. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
