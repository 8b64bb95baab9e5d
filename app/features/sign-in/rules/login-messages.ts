export const loginMessages = {
  submit: "Login",
  emergency: "Emergency login",
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
