import type { FactorRefusal } from "../drawn-key";

export interface AddRefusal extends FactorRefusal {
  /** True where the passkey that was made cannot be added any more. */
  isSpent?: true;
}
