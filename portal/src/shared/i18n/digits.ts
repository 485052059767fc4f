/** Urdu and Arabic digits as Western ones; the rest as it is. */
export const digitsOf = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹]/g, (it) => String(it.charCodeAt(0) & 0x0f));
