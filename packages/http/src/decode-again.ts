/**
 * Undoes a second form-encoding of every text among some values, for callers that encode twice;
 * undefined if they are not encoded twice.
 */
export function decodeAgain<Values extends object>(values: Values): Values | undefined {
  const decode = (value: string): string => decodeURIComponent(value.replaceAll('+', ' '));
  try {
    const texts = Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, decode(value)] as const] : [],
    );
    return { ...values, ...Object.fromEntries(texts) };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
