import { z } from "zod";
import { endpoint } from "./endpoint";
import { id, nothing } from "./wire";

/** Searches first name, last name or NPI; appends an empty entry (R219). */
export const searchPhysicians = endpoint({
  method: "GET",
  path: "/api/physicians",
  params: nothing,
  query: z.object({ s: z.string().max(100) }),
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: z.array(
      z.object({
        npi: id.nullish(),
        first_name: z.string().nullish(),
        last_name: z.string().nullish(),
      }),
    ),
  }),
});
