/** Where the account menu leads; the server alone knows these texts. */
export const accountWords = {
  ownSignIn: "Your sign-in",
  changePassword: "Change password",
} as const;
