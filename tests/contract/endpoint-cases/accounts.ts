import { getMe } from "~/contract/auth";
import { searchPhysicians } from "~/contract/physicians";
import { createUser, deleteUser, getUsers, updateUser } from "~/contract/users";
import type { EndpointCase } from "./endpoint-case";

const NEW_USER = {
  username: "new-user",
  firstname: "New",
  lastname: "User",
  access_level: "facility",
  isnp_only: false,
  password: "long-enough",
  facility: [101],
};

/** Calls about accounts, and of their owners. */
export const ACCOUNT_CASES: EndpointCase[] = [
  { name: "me", target: getMe, as: "facilities", path: "/auth/me/" },
  {
    name: "users",
    target: getUsers,
    as: "accounts",
    path: "/auth/users",
    foreign: [
      ["admin", "/auth/users"],
      ["company", "/auth/users"],
      ["physician", "/auth/users"],
    ],
  },
  {
    name: "user creation",
    target: createUser,
    as: "accounts",
    path: "/auth/user",
    body: NEW_USER,
    badBody: { ...NEW_USER, password: "short" },
    foreign: [
      ["admin", "/auth/user"],
      ["facility", "/auth/user"],
    ],
  },
  {
    name: "user change",
    target: updateUser,
    as: "accounts",
    path: "/auth/user/11",
    body: { ...NEW_USER, username: "changed" },
    badBody: { ...NEW_USER, access_level: "emperor" },
    foreign: [
      ["company", "/auth/user/11"],
      ["facility", "/auth/user/6"],
    ],
  },
  {
    name: "user deletion",
    target: deleteUser,
    as: "accounts",
    path: "/auth/user/12",
    bad: ["/auth/user/admin"],
    foreign: [
      ["company", "/auth/user/11"],
      ["facility", "/auth/user/6"],
    ],
  },
  {
    name: "physician search",
    target: searchPhysicians,
    as: "accounts",
    path: "/api/physicians?s=lind",
    bad: [
      "/api/physicians",
      `/api/physicians?s=${"x".repeat(101)}`,
      "/api/physicians?s=a&s=b",
      "/api/physicians?s=%00",
    ],
    foreign: [
      ["admin", "/api/physicians?s=lind"],
      ["physician", "/api/physicians?s=lind"],
    ],
  },
];
