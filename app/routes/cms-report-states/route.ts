export { loadReportStates as loader } from "~/features/cms-requests/list/load-report-list.server";
