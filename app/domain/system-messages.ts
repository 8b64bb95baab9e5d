/** Servers alone choose these texts (R58, R59), so browsers are not sent them. */
export const systemMessages = {
  systemError: {
    overview: "Overview data was not retrieved due to a system error.",
    table: "Table data was not retrieved due to a system error.",
    frailty: "Frailty data was not retrieved due to a system error.",
    graph: "Graph data was not retrieved due to a system error.",
    quality: "QM data was not retrieved due to a system error.",
    physician: "Physician data was not retrieved due to a system error.",
    organization: "Organization data was not retrieved due to a system error.",
    qiesReports:
      "Casper reports list data was not retrieved due to a system error.",
    reportDownload:
      "Report download link was not retrieved due to a system error.",
    reports: "Reports list data was not retrieved due to a system error.",
    reportConfiguration:
      "Report configuration data was not retrieved due to a system error.",
    powerBi: "PowerBI data not retrieved due to system error",
    unexpected:
      "An unexpected error had occurred. Please contact support if the problem persists.",
  },

  shapeError: {
    table: "Table data format error",
    graph: "Graph data format error",
    frailty: "Frailty data format error.",
    overview: "Metrics data format error",
    quality: "QM data was not retrieved due to a system error.",
    powerBi: "Report data was not retrieved due to a system error.",
  },
} as const;
