/** For requests that did not come from the form. */
export const requestRefusals = {
  unknownType: "This report is not offered.",
  name: "The name does not belong to the report.",
  dates: "The dates do not belong to the report.",
  arg: (name: string) => `The report does not accept this ${name}.`,
} as const;

export const requestWords = {
  title: "Request CMS Report",
  submit: "Submit request",
  close: "Close",
  reportType: "Report type",
  selectReportType: "Select report type",
  facility: "Facility",
  selectFacility: "Select facility",
  select: "Select",
  showFields: "Show fields",
  showFieldsHint: "Shows the fields that your report needs.",
  nothingElse: "This report needs nothing else.",
  checkUnseen:
    "Your report needs these fields too. Check them, then submit the request.",
  requested: "New report requested successfully",
} as const;

export const errorNumberWords = {
  listed: "Listed error numbers",
  typeHint:
    "Type any error number, listed or not. Put a space between two numbers: -1001 -3584",
  pickHint: "Choose from the list, or type any error number and press Enter.",
  add: "Add",
  chosen: "Chosen error numbers",
  remove: (number: string) => `Remove ${number}`,
  removed: (number: string) => `${number} removed`,
  added: (number: string) => `${number} added`,
  count: ({ shown, total }: { shown: number; total: number }) => {
    if (total === 0) {
      return "No error number in the list has these digits. You can type any number.";
    }
    return shown < total
      ? `${shown} of ${total} error numbers shown`
      : `${total} error ${total === 1 ? "number" : "numbers"} found`;
  },
} as const;
