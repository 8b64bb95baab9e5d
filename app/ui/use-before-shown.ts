import { useEffect, useLayoutEffect } from "react";

/** An effect of what has just been put on the page, before the browser shows it. A server has no layout, and says so of the hook. */
export const useBeforeShown =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
