import { isRouteErrorResponse } from "@remix-run/react";

export interface ErrorFacts {
  status: number;
  /** Words that were meant for the user; a program's own words never are. */
  serverMessage?: string;
}

/** Anything but a Response is a fault of ours: 500, without its words. */
export function errorFactsOf(thrown: unknown): ErrorFacts {
  if (!isRouteErrorResponse(thrown)) return { status: 500 };
  const serverMessage = messageIn(thrown.data);
  return serverMessage === undefined
    ? { status: thrown.status }
    : { status: thrown.status, serverMessage };
}

function messageIn(data: unknown): string | undefined {
  // A bare text is the framework's ('Error: No route matches …'); ours come as an object.
  if (typeof data !== "object" || data === null || !("message" in data)) {
    return undefined;
  }
  const { message } = data;
  return typeof message === "string" && message.trim() !== ""
    ? message
    : undefined;
}
