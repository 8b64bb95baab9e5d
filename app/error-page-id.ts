export const ERROR_PAGE_ID = "error-page";
