import { searchPhysicians } from "~/contract/physicians";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { PHYSICIANS } from "../organization.data";

/** By first name, last name or NPI; an empty entry is appended, as the specification has it. */
export function physiciansHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "physicians", searchPhysicians, ({ query }) => {
      const wanted = query.s.trim().toLowerCase();
      const found = PHYSICIANS.filter((one) =>
        [one.firstName ?? "", one.lastName ?? "", String(one.npi)].some(
          (text) => text.toLowerCase().includes(wanted),
        ),
      );
      return {
        data: [
          ...found.map(({ npi, firstName, lastName }) => ({
            npi,
            first_name: firstName,
            last_name: lastName,
          })),
          { npi: null, first_name: "", last_name: "" },
        ],
      };
    }),
  ];
}
