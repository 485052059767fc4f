/** Progress, for a person at a terminal or for a log. */

export type Step = {
  /** `Uploading`. */
  readonly name: string;
  readonly done: number;
  /** undefined: unknown. */
  readonly total: number | undefined;
  /** After the bar: `12 of 30 rows, 5/s`. */
  readonly detail: string;
};

export type Screen = {
  /** Characters per line. */
  columns(): number;
  write(text: string): void;
};

export type Progress = {
  show(step: Step): void;
  /** Leaves the last line in place. */
  end(): void;
};

const BAR_CHARACTERS = 24;
const NAME_CHARACTERS = 10;
/** Without a screen, one line per tenth. */
const TENTHS = 10;

/**
 * On a screen, redraws one line; without one, writes a line when the step changes and for each
 * tenth of it.
 */
export function createProgress(screen: Screen | undefined, note: (line: string) => void): Progress {
  return screen === undefined ? inLines(note) : onScreen(screen);
}

function onScreen(screen: Screen): Progress {
  let drawn = '';
  return {
    show(step) {
      const line = lineOf(step, true).slice(0, Math.max(1, screen.columns() - 1));
      if (line === drawn) return;
      drawn = line;
      // Back to the left, erasing what was there.
      screen.write(`\r\u001b[2K${line}`);
    },
    end() {
      if (drawn !== '') screen.write('\n');
      drawn = '';
    },
  };
}

function inLines(note: (line: string) => void): Progress {
  let last = '';
  return {
    show(step) {
      const tenth = Math.floor((shareOf(step) ?? 0) * TENTHS);
      const place = `${step.name} ${tenth}`;
      if (place === last) return;
      last = place;
      note(lineOf(step, false));
    },
    end: () => undefined,
  };
}

function shareOf({ done, total }: Step): number | undefined {
  if (total === undefined) return undefined;
  return total === 0 ? 1 : Math.min(1, done / total);
}

function lineOf(step: Step, withBar: boolean): string {
  const share = shareOf(step);
  const percent = share === undefined ? '   ' : `${Math.floor(share * 100)} %`.padStart(5);
  const filled = Math.floor((share ?? 0) * BAR_CHARACTERS);
  const bar = `[${'#'.repeat(filled).padEnd(BAR_CHARACTERS, '.')}]`;
  const pieces = withBar ? [step.name.padEnd(NAME_CHARACTERS), bar] : [`${step.name}:`];
  return [...pieces, percent, step.detail].join('  ').trimEnd();
}

/** `4.7 MB`. */
export function showBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `1:05:00`, `0:09`. */
export function showDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 60) % 60,
    String(seconds % 60).padStart(2, '0'),
  ];
  return hours === 0
    ? `${minutes}:${rest}`
    : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}
