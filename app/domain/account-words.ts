export const accountWords = {
  ownSignIn: "Your login",
  changePassword: "Change password",
} as const;
