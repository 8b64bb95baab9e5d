import { z } from "zod";
import { figureCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { dated, figuresParams, figuresQuery } from "./wire";

const bands = z.object({
  high: figureCell,
  medium: figureCell,
  low: figureCell,
});

export const frailty = z
  .custom<z.input<typeof bands>>(namesBand, {
    message: "expected a band",
    path: ["high"],
  })
  .pipe(bands);

function namesBand(sent: unknown): boolean {
  return (
    typeof sent === "object" &&
    sent !== null &&
    Object.keys(sent).some((name) => name in bands.shape)
  );
}

export type Frailty = DeepReadonly<z.output<typeof frailty>>;

export const getFrailty = endpoint({
  path: "/api/frailty/:level/:id/:startDate/:endDate/",
  params: figuresParams,
  query: figuresQuery,
  answer: dated(frailty),
});
