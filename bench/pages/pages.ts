import { Visitor } from "../served/visitor";

/** A page that is measured, and whose it is; nobody's for login. */
export interface MeasuredPage {
  name: string;
  account: string | null;
  /** Null for the account's own first page. */
  path: string | null;
  /** CPU milliseconds that it may cost as it is served, once the engine is warm. */
  goalMs: number;
}

export const OVERVIEW = "overview";

export const PAGES: readonly MeasuredPage[] = [
  { name: "login", account: null, path: "/login", goalMs: 2 },
  {
    name: OVERVIEW,
    account: "demo-company",
    path: "/company-overview",
    goalMs: 7,
  },
  { name: "facility", account: "demo-facility", path: null, goalMs: 7 },
  { name: "physician", account: "demo-physician", path: null, goalMs: 11 },
  { name: "users", account: "demo-accounts", path: "/users", goalMs: 4 },
  {
    name: "after-hours",
    account: "demo-company",
    path: "/reports/after-hours-patient-report",
    goalMs: 15,
  },
];

/** A page's address and the cookie of somebody who may see it. */
export interface PageAddress {
  path: string;
  cookie: string;
}

/** Signs in for a page, and looks at it once: what a session keeps is there from then on. */
export async function addressOf(
  origin: string,
  { account, path }: MeasuredPage,
): Promise<PageAddress> {
  const visitor = new Visitor(origin);
  const home = account === null ? "/login" : await visitor.signIn(account);
  const address = { path: path ?? home, cookie: visitor.cookie };
  const { status } = await visitor.get(address.path);
  visitor.leave();
  if (status !== 200) throw new Error(`${address.path} gave ${status}`);
  return address;
}
