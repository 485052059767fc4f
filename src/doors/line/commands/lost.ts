import { listLost, type LostRecord } from '../../../store/lost/list-lost.ts';
import type { Answer, Command, Fields, Given, Line } from '../command.ts';
import { readNumber, showTime } from '../values.ts';

const SHOWN = '50';

async function list({ reader }: Line, given: Given): Promise<Answer> {
  const most = readNumber(given.option('limit') ?? SHOWN, '--limit');
  const lost = await listLost(reader, { link: given.option('link'), most });
  return { data: lost.map(summary) };
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
    options: [
      { name: 'link', value: 'LINK', about: 'of one link alone' },
      { name: 'limit', value: 'NUMBER', about: `so many, the oldest first; ${SHOWN}` },
    ],
    about: 'Lists messages whose answers were lost, and what becomes of them next.',
    run: list,
  },
];
