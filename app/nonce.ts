import { createContext, useContext } from "react";

/** The response's nonce under the content security policy. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
