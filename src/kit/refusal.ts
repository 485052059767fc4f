/**
 * The program cannot start, or not go on, for a reason that its operator can mend. The message is
 * a whole sentence for them, naming the setting, file or program to look at; `main.ts` prints it
 * without a stack. Never holds a secret.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The words themselves are wrong: one is missing, unknown, or not of the form it must have. */
export class UsageError extends Refusal {}
