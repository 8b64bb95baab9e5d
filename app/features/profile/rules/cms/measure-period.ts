import { isIsoDay, type IsoDay } from "~/domain/calendar";

export interface MeasurePeriod {
  from: IsoDay;
  to: IsoDay;
}

const DAYS = /^(\d{4})(\d\d)(\d\d) ?- ?(\d{4})(\d\d)(\d\d)$/;
const QUARTERS = /^(\d{4})Q([1-4]) ?- ?(\d{4})Q([1-4])$/i;

const FIRST_DAY = ["01-01", "04-01", "07-01", "10-01"];
const LAST_DAY = ["03-31", "06-30", "09-30", "12-31"];

export function measurePeriodIn(text: string): MeasurePeriod | null {
  const period = daysIn(text) ?? quartersIn(text);
  if (!period || !isIsoDay(period.from) || !isIsoDay(period.to)) return null;
  return period.from <= period.to ? period : null;
}

function daysIn(text: string): MeasurePeriod | null {
  const found = DAYS.exec(text);
  if (!found) return null;
  return {
    from: found.slice(1, 4).join("-"),
    to: found.slice(4, 7).join("-"),
  };
}

function quartersIn(text: string): MeasurePeriod | null {
  const found = QUARTERS.exec(text);
  if (!found) return null;
  const [, year, quarter, lastYear, lastQuarter] = found;
  return {
    from: `${year}-${FIRST_DAY[Number(quarter) - 1]}`,
    to: `${lastYear}-${LAST_DAY[Number(lastQuarter) - 1]}`,
  };
}
