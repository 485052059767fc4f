/**
 * Texts of a workbook may hold `_x000D_` for a character that XML cannot (ECMA-376, part 1,
 * 22.9.2.19). NUL, which nothing that stores text takes, and halves of a pair are left out.
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  const plain = text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return plain.replaceAll('\0', '').toWellFormed();
}
