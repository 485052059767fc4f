/** Lines as a file gives them, one after the other. */
export async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}
