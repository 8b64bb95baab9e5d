import type { LinksFunction } from "@remix-run/node";
import sheet from "~/reports-and-users.css";

/** The second sheet, for the routes in `REPORTS_AND_USERS` (tailwind.config.ts). */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];
