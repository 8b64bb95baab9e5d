/** The session's token in a form of a signed-in user; every form that posts carries it. */
export function CsrfField({ token }: { token: string | null }) {
  return token === null ? null : (
    <input type="hidden" name="csrf" value={token} />
  );
}
