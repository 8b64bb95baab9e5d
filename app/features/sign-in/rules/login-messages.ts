/** Texts of the login page (R127, R130), and the few of our own beside them. */
export const loginMessages = {
  welcome: "Welcome",
  welcomeSentence: "Log in to see how your residents are doing.",
  username: "Username",
  password: "Password",
  submit: "Login",
  withOrganisation: "Log in with",
  emergency: "Emergency login",
  emergencySentence:
    "Only emergency accounts log in here. Each login is recorded, and account managers are notified.",
  error: "Login error",
  expired: "Your session has ended. Please log in again.",
} as const;

/**
 * Words of a failed login (R130): the server's error, or its message, or 'Login error'. Where it sent
 * both, the message is an extra piece of information.
 */
export function loginFailure(server: { error?: string; message?: string }): {
  error: string;
  info?: string;
} {
  const error = server.error?.trim();
  const message = server.message?.trim();
  if (error && message) return { error, info: message };
  return { error: error || message || loginMessages.error };
}
