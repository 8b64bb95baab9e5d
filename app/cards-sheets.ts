import type { LinksFunction } from "@remix-run/node";
import paperSheet from "~/cards-on-paper.css";
import { links as secondSheet } from "~/reports-and-users-sheet";

/** For pages of cards that are printed: the second sheet, and one for paper that no screen waits for. */
export const links: LinksFunction = () => [
  ...secondSheet(),
  { rel: "stylesheet", href: paperSheet, media: "print" },
];
