import { z } from "zod";
import { endpoint } from "./endpoint";
import { id } from "./wire";

/** Searches first name, last name or NPI; appends an empty entry (R219). */
export const searchPhysicians = endpoint({
  path: "/api/physicians",
  query: z.object({ s: z.string().max(100) }),
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
