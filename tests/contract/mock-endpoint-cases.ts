import { searchPhysicians } from "~/contract/physicians";
import { createUser, deleteUser, updateUser } from "~/contract/users";
import type { EndpointCase } from "./endpoint-cases";

const NEW_USER = {
  username: "new-user",
  firstname: "New",
  lastname: "User",
  access_level: "facility",
  isnp_only: false,
  password: "long-enough",
  facility: [101],
};

/** Calls that the data server does not serve yet; an entry moves to `endpoint-cases.ts` as soon as it does, and the suite says so. */
export const CASES_FOR_MOCKS: EndpointCase[] = [
  {
    name: "physician search",
    target: searchPhysicians,
    as: "demo-accounts",
    path: "/api/physicians?s=lind",
    bad: ["/api/physicians", `/api/physicians?s=${"x".repeat(101)}`],
  },
  {
    name: "user creation",
    target: createUser,
    as: "demo-accounts",
    path: "/auth/user",
    body: NEW_USER,
    badBody: { ...NEW_USER, password: "short" },
    foreign: [["demo-admin", "/auth/user"]],
  },
  {
    name: "user change",
    target: updateUser,
    as: "demo-accounts",
    path: "/auth/user/11",
    body: { ...NEW_USER, username: "demo-changed" },
    badBody: { ...NEW_USER, access_level: "emperor" },
    foreign: [["demo-company", "/auth/user/11"]],
  },
  {
    name: "user deletion",
    target: deleteUser,
    as: "demo-accounts",
    path: "/auth/user/12",
    bad: ["/auth/user/demo-admin"],
    foreign: [["demo-company", "/auth/user/12"]],
  },
];
