/**
 * For pages and files of somebody. `no-store` says it all, but ELinks and Links know `no-cache` alone: they would show
 * the page of before where a form leads back to it.
 */
export const NO_STORE = "no-store, no-cache";
