import { searchPhysicians } from "~/contract/physicians";
import {
  findPhysicians,
  indexPhysicians,
} from "~/domain/users/physician-search";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { PHYSICIANS } from "../organization.data";
import { requireAdministrator } from "./users";

const INDEX = indexPhysicians(
  PHYSICIANS.map(({ npi, firstName, lastName }) => ({
    npi,
    first_name: firstName,
    last_name: lastName,
  })),
);

/** By first name, last name or NPI; an empty entry is appended (R219). */
export function physiciansHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "physicians", searchPhysicians, ({ viewer, query }) => {
      requireAdministrator(viewer);
      return {
        data: [
          ...findPhysicians(INDEX, query.s),
          { npi: null, first_name: "", last_name: "" },
        ],
      };
    }),
  ];
}
