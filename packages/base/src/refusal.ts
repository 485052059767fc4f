/**
 * The program cannot start or continue, for a reason that its operator can fix. The message is
 * a whole sentence for them, naming the setting, file or program to look at; `main.ts` prints it
 * without a stack trace. Never contains a secret.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** A usage error: an argument is missing, unknown or malformed. */
export class UsageError extends Refusal {}
