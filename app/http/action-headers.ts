import type { HeadersFunction } from "@remix-run/node";

/** Passes `Retry-After` of a form's answer on to the browser. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
