export {
  answerToken as action,
  leadToReport as loader,
} from "~/features/embedded-reports/reports.server";
