/** Leads to the request of a report, from its list and from the cards of reports (R173). */
export const REQUEST_REPORT = "Request CMS Report";
