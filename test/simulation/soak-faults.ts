/** The faults of a soak: what is brought about, and how it is made good. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause, wallClock } from '@paigham/base/clock.ts';
import * as programs from '../support/program.ts';
import type { SmallDisk } from '../support/small-disk.ts';
import { controlSmsc, type SmscControl } from '../support/smsc-program.ts';
import { tellPlatform } from '../support/chat-world.ts';
import type { Draw } from './draw.ts';

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** The machine's clock, for the service, its database and the simulators: not for the load. */
export type SteppedClock = {
  readonly environment: Readonly<Record<string, string>>;
  step(seconds: number): void;
};

/** undefined where the package `faketime` is not installed. */
export function openClock(folder: string): SteppedClock | undefined {
  if (!existsSync(FAKETIME)) return undefined;
  const file = join(folder, 'clock');
  const step = (seconds: number): void => {
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  };
  step(0);
  const environment = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { environment, step };
}

export type Stage = {
  readonly installation: programs.Installation;
  readonly operators: SmscControl;
  readonly platform: { readonly managementUrl: string };
  readonly clock: SteppedClock | undefined;
  readonly disk: SmallDisk | undefined;
  program: programs.Program;
};

const OPERATORS_HEALED = {
  accepting: true,
  frozen: false,
  answerDelayMs: 5,
  receiptDelayMs: 50,
  receiptJitterMs: 200,
  receiptTwicePercent: 0,
  receiptContradictoryPercent: 0,
  receiptGarbledPercent: 0,
  receiptNeverPercent: 0,
  receiptBeforeAnswer: false,
  dropPoint: 'none',
  throttleNext: 0,
} as const;
const PLATFORM_HEALED = {
  accepting: true,
  answerDelayMs: 20,
  readDelayMs: 1_000,
  readPercent: 50,
  statusTwicePercent: 0,
  shufflePercent: 0,
  statusesPerPost: 20,
} as const;

/** What the parties outside do from now on is what they should; the clock is right. */
export async function heal({ operators, platform, clock, disk }: Stage): Promise<void> {
  clock?.step(0);
  disk?.clear();
  await operators.behave(OPERATORS_HEALED);
  await tellPlatform(platform, '/behaviour', PLATFORM_HEALED);
}

/** The operators and the platform of an installation that has started with simulators. */
export function outsideOf({ dataDir }: programs.Installation) {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
  const { managementPort } = read('chat-platform.json') as { readonly managementPort: number };
  return {
    operators: controlSmsc(read('simulators.json') as Parameters<typeof controlSmsc>[0]),
    platform: { managementUrl: `http://127.0.0.1:${managementPort}` },
  };
}

type Fault = (stage: Stage, its: Draw) => Promise<void>;

const POINTS = ['before_taking', 'before_answer', 'mid_answer', 'after_answer'] as const;
const STEPS_SECONDS = [-7_200, -90, -2, 2, 90, 7_200] as const;

/** Each does its damage and, where nothing else would, heals it. */
const KILLS: Readonly<Record<string, Fault>> = {
  async 'node killed'(stage) {
    await stage.program.kill();
    stage.program = await programs.startProgram(stage.installation);
  },
  async 'node and database killed'(stage, its) {
    await stage.program.crash(its.percent(50) ? 'service first' : 'database first');
    stage.program = await programs.startProgram(stage.installation);
  },
};

const EVERYWHERE: Readonly<Record<string, Fault>> = {
  async 'database killed'({ installation }) {
    for (const pid of programs.databaseProcesses(installation)) programs.killHard(pid);
  },
  async 'node hangs'({ program }, its) {
    process.kill(program.pid, 'SIGSTOP');
    await pause(wallClock, 1_000 + its.below(4_000));
    process.kill(program.pid, 'SIGCONT');
  },
  async 'operators gone'({ operators }, its) {
    await operators.behave({ accepting: false });
    await pause(wallClock, 1_000 + its.below(8_000));
    await operators.behave({ accepting: true });
  },
  async 'operators hang'({ operators }, its) {
    await operators.behave({ frozen: true });
    await pause(wallClock, 1_000 + its.below(4_000));
    await operators.behave({ frozen: false });
  },
  'operators drop their links': ({ operators }, its) =>
    operators.behave({ dropPoint: its.pick(POINTS) }),
  'operators throttle': ({ operators }, its) =>
    operators.behave({ throttleNext: 5 + its.below(50) }),
  'receipts late and twice': ({ operators }, its) =>
    operators.behave({ receiptDelayMs: its.below(10_000), receiptTwicePercent: 30 }),
  'receipts contradict or come first': ({ operators }) =>
    operators.behave({ receiptContradictoryPercent: 20, receiptBeforeAnswer: true }),
  async 'chat platform gone'({ platform }, its) {
    await tellPlatform(platform, '/behaviour', { accepting: false });
    await pause(wallClock, 1_000 + its.below(8_000));
    await tellPlatform(platform, '/behaviour', { accepting: true });
  },
  async 'chat answers lost, statuses twice and shuffled'({ platform }, its) {
    const change = { statusTwicePercent: 30, shufflePercent: 30, answerDelayMs: [0, 500] };
    await tellPlatform(platform, '/behaviour', change);
    const answer = { kind: 'drop', taken: its.percent(50) };
    const next = { count: 1 + its.below(5), on: 'messages', answer, fate: { kind: 'plain' } };
    await tellPlatform(platform, '/next', next);
  },
  'all as usual': heal,
};

/** Once the clock has passed their validity, what nobody has heard of ends. */
const WITH_CLOCK: Readonly<Record<string, Fault>> = {
  async 'clock stepped'({ clock }, its) {
    clock?.step(its.pick(STEPS_SECONDS));
    await pause(wallClock, 1_000 + its.below(10_000));
    clock?.step(0);
  },
  'receipts unreadable or missing': ({ operators }) =>
    operators.behave({ receiptGarbledPercent: 5, receiptNeverPercent: 5 }),
};

const WITH_DISK: Readonly<Record<string, Fault>> = {
  async 'disk full'(stage, its) {
    stage.disk?.fill();
    await pause(wallClock, 1_000 + its.below(8_000));
    stage.disk?.clear();
  },
};

/** Those that this machine can bring about; a node that is spared lives to the end. */
export function faultsOf(
  { clock, disk }: Stage,
  sparesNode: boolean,
): Readonly<Record<string, Fault>> {
  return {
    ...EVERYWHERE,
    ...(sparesNode ? {} : KILLS),
    ...(clock === undefined ? {} : WITH_CLOCK),
    ...(disk === undefined ? {} : WITH_DISK),
  };
}
