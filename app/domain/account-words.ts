/** The account menu. Used on the server only. */
export const accountWords = {
  ownSignIn: "Your login",
  changePassword: "Change password",
} as const;
