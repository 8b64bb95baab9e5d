/** Where the account menu leads; the server alone knows these texts. */
export const accountWords = {
  ownSignIn: "Your login",
  changePassword: "Change password",
} as const;
