/** The course of a figure in the size of a word. */
import classes from './sparkline.module.css';

const WIDTH = 120;
const HEIGHT = 28;
const MARGIN = 2;

/** @param label What it says, for those who do not see it. */
export function Sparkline({
  label,
  values,
}: {
  readonly label: string;
  readonly values: readonly number[];
}) {
  const shown = values.length < 2 ? [0, 0] : values;
  const most = Math.max(1, ...shown);
  const step = WIDTH / (shown.length - 1);
  const points = shown.map((value, index) => {
    const y = HEIGHT - MARGIN - (value / most) * (HEIGHT - 2 * MARGIN);
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className={classes['line']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
