export const REQUEST_REPORT = "Request CMS Report";
