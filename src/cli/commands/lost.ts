import { listLost, type LostRecord } from '../../store/lost/list-lost.ts';
import type { Answer, Command, Fields, Given, Line } from '../command.ts';
import { findNamedLink } from '../find-link.ts';
import { limitOption, readLimit } from '../paging.ts';
import { showTime } from '../values.ts';

const SHOWN = 50;

async function list(line: Line, given: Given): Promise<Answer> {
  const most = readLimit(given, SHOWN);
  const named = given.option('link');
  const link = named === undefined ? undefined : (await findNamedLink(line, named)).name;
  const lost = await listLost(line.reader, { link, most });
  return { data: lost.map(summary), empty: 'No lost answers found.' };
}

function summary(lost: LostRecord): Fields {
  const { accountId, messageId, recipient, link, attempt, parts, lostAtMs } = lost;
  return {
    account: accountId,
    message: messageId,
    recipient,
    link,
    attempt,
    parts,
    lost_at: showTime(lostAtMs),
    next: nextOf(lost),
  };
}

function nextOf({ lostUntilMs, dueAtMs, isAsked }: LostRecord): string {
  if (isAsked) return 'is being asked for';
  if (lostUntilMs === null) return `goes again at ${showTime(dueAtMs)}`;
  return `waits for a word until ${showTime(lostUntilMs)}`;
}

export const lostCommands: readonly Command[] = [
  {
    name: 'lost list',
    args: [],
    options: [{ name: 'link', value: 'LINK', about: 'of one link alone' }, limitOption(SHOWN)],
    about: 'Lists messages whose answers were lost, oldest first, and what becomes of them.',
    run: list,
  },
];
