import type { LinksFunction } from "@remix-run/node";
import paperSheet from "~/cards-on-paper.css";
import { links as secondSheet } from "~/reports-and-users-sheet";

/** For pages of cards: the second sheet, and a print sheet that does not delay the screen. */
export const links: LinksFunction = () => [
  ...secondSheet(),
  { rel: "stylesheet", href: paperSheet, media: "print" },
];
