/** The sum of a counter's series with this `label`; 0 before the first. */
export function readCounter(page: string, name: string, label: string): number {
  const lines = page.split('\n').filter((it) => it.startsWith(`${name}{`) && it.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
