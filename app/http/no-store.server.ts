/** ELinks and Links know only `no-cache`: they would show the old page after a form leads back to it. */
export const NO_STORE = "no-store, no-cache";
