/** Where the account menu leads; the server alone knows these texts. */
export const accountWords = {
  reviews: "Transfer reviews",
  ownSignIn: "Your sign-in",
  changePassword: "Change password",
} as const;
