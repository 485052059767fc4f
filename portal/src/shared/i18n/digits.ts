/** Urdu and Arabic digits as Western ones; the rest as it is. */
export const digitsOf = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹]/g, (it) => String(it.charCodeAt(0) & 0x0f));

/** Rupees as the service reads them: people write 5,000, or ۵٬۰۰۰. */
export const amountOf = (typed: string): string => digitsOf(typed).replaceAll(/[\s,،٬]/g, '');

/** How the chat platform names somebody who may hide the number; copied with marks of direction. */
export function userIdOf(text: string): string | undefined {
  const bare = text.replaceAll(/[\s\p{Cf}]/gu, '');
  return /^[A-Z]{2}\.[A-Za-z0-9.]+$/.test(bare) ? bare : undefined;
}
