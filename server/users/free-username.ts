import { userWords } from "~/features/users/rules/words";
import { Refusal } from "~server/refusal";
import { isUniqueViolation } from "~server/store/unique-violation";

/**
 * Does what gives a user their username. Throws 409 where another has it. Nobody looks before: of two at the same moment
 * only the database knows who was first.
 */
export async function withFreeUsername<Result>(
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "users", "username_key")) {
      throw new Refusal(409, userWords.usernameTaken, {
        code: "username_taken",
        field: "username",
      });
    }
    throw error;
  }
}
