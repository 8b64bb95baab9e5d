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

/** The server's error, or its message, or 'Login error' (R130). If it sent both, the message is extra. */
export function loginFailure(server: { error?: string; message?: string }): {
  error: string;
  info?: string;
} {
  const error = server.error?.trim();
  const message = server.message?.trim();
  if (error && message) return { error, info: message };
  return { error: error || message || loginMessages.error };
}
