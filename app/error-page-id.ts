/** Id of what an error page shows: a document with it has no page. */
export const ERROR_PAGE_ID = "error-page";
