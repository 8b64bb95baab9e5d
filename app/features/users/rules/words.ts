export const userWords = {
  missing: {
    username: "Username is required",
    firstname: "First name is required",
    lastname: "Last name is required",
    password: "Password is required",
    confirmPassword: "Confirm password is required",
    accessLevel: "Access level is required",
    division: "Division is required",
    region: "Region is required",
    facility: "Facility is required",
    physician: "Physician (NPI) is required",
  },
  passwordHint: "Minimum 6 characters",
  passwordTooShort: "Password should be of minimum 6 characters length",
  passwordTooLong: "Password can have at most 1,000 characters",
  passwordOfDemo: "This password is public: it is the one of the demo accounts",
  passwordMostUsed: "This is one of the 10,000 most common passwords",
  passwordHoldsUsername: "The password cannot contain the username",
  passwordsDiffer: "Passwords need to match",

  nameTooLong: "A name can have at most 200 characters",
  nameCharacters: "This name has hidden characters",
  usernameScripts: "A username can only have letters of one script",

  usernameTaken: "This username is taken",
  ownAccount: "You cannot delete your own account",
  ownLevel: "You cannot change your own access level",
  lastAccountManager:
    "This is the last account manager. The portal needs one to manage users.",
  levelNotAssignable: "You cannot give this access level here",
  staleEdit: "Someone else changed this user after you opened the form.",
  tooManyIds: "One user cannot have this many locations",

  created: "User created successfully",
  updated: "User updated successfully",
  deleted: "User deleted successfully",
} as const;

export const endSessionsWords = {
  submit: "Log out everywhere",
  confirm: "This logs the user out on every computer and phone:",
  again: "They can log in again.",
  password:
    "If someone else knows their password, set a new one. That also logs them out.",
  organisation:
    "The organisation's login may let them back in without asking. End their session there too.",
  done: "The user is logged out everywhere.",
  own: "End your own sessions under 'Your login'.",
} as const;
