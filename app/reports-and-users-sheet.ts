import type { LinksFunction } from "@remix-run/node";
import sheet from "~/reports-and-users.css";

/** For the routes whose files `REPORTS_AND_USERS` lists (tailwind.config.ts): the second sheet, beside that of all pages. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];
