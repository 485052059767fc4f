/** What a soak measures by the minute, and its picture. */

export type Minute = { readonly p50: number; readonly p99: number; readonly memory: number };

/** Of sorted values, rounded; 0 if there are none. */
export function percentile(sorted: readonly number[], share: number): number {
  const at = Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100));
  return Math.round(sorted[at] ?? 0);
}

const WIDTH = 720;
const HEIGHT = 120;

/** An SVG with a curve for memory and one for each latency, each on a scale of its own. */
export function drawPlot(series: readonly Minute[]): string {
  const panels = [
    ['memory of the service, MB', series.map((it) => it.memory)],
    ['median answer, ms', series.map((it) => it.p50)],
    ['99th percentile, ms', series.map((it) => it.p99)],
  ] as const;
  const drawn = panels.map(([title, values], place) => {
    const most = Math.max(1, ...values);
    const points = values.map((value, minute) => {
      const x = (minute * WIDTH) / Math.max(1, values.length - 1);
      return `${x.toFixed(1)},${(HEIGHT - (value / most) * (HEIGHT - 20)).toFixed(1)}`;
    });
    return `<g transform="translate(10 ${place * (HEIGHT + 20) + 10})">
<text y="10">${title}, up to ${most}</text>
<polyline fill="none" stroke="black" points="${points.join(' ')}"/>
<line x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}" stroke="gray"/></g>`;
  });
  const size = `width="${WIDTH + 20}" height="${panels.length * (HEIGHT + 20) + 10}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">
${drawn.join('\n')}
</svg>
`;
}
