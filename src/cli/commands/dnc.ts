import { importDoNotCall } from '../../admin/policy/import-do-not-call.ts';
import { removeDoNotCall } from '../../admin/policy/remove-do-not-call.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { UsageError } from '../../kit/refusal.ts';
import {
  findDoNotCall,
  listDoNotCall,
  sumUpDoNotCall,
  type DoNotCallRecord,
} from '../../store/policy/do-not-call.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { showTime } from '../values.ts';

const PAGE = 1_000;

async function importFile(line: Line, given: Given): Promise<Answer> {
  const file = given.arg('FILE');
  const source = given.option('source');
  if (source === undefined) throw new UsageError('--source must say whose list it is: PTA.');
  const lines = line.readLines(file);
  const input = { source, lines, replace: given.has('replace'), file };
  const imported = settled(await importDoNotCall(line.admin, input), given);
  const { unreadableLines, ...counts } = imported;
  const note = `Not read: line ${unreadableLines.join(', ')}${
    counts.unreadable > unreadableLines.length ? ' and more' : ''
  }`;
  return {
    data: { source, ...counts, unreadable_lines: unreadableLines.map(String) },
    ...(counts.unreadable > 0 ? { note } : {}),
  };
}

function fieldsOf({ recipient, source, listedAtMs }: DoNotCallRecord): Fields {
  return { recipient, source, since: showTime(listedAtMs) };
}

async function list({ reader }: Line, given: Given): Promise<Answer> {
  const after = given.option('after');
  if (after === undefined) {
    const sources = await sumUpDoNotCall(reader);
    const data = sources.map(({ source, numbers, newestAtMs }) => ({
      source,
      numbers,
      newest: showTime(newestAtMs),
    }));
    return { data, note: 'The numbers: --after 0' };
  }
  if (!/^\d{1,15}$/.test(after)) throw new UsageError('--after must be a number from the list.');
  const records = await listDoNotCall(reader, { after, most: PAGE });
  const last = records.length === PAGE ? records.at(-1) : undefined;
  const more = last === undefined ? {} : { note: `More: --after ${last.recipient}` };
  return { data: records.map(fieldsOf), ...more };
}

async function show({ reader }: Line, given: Given): Promise<Answer> {
  const read = readRecipient(given.arg('NUMBER'));
  if (!read.ok) throw new UsageError('NUMBER must be a Pakistani mobile number.');
  return { data: (await findDoNotCall(reader, read.number)).map(fieldsOf) };
}

async function remove({ admin }: Line, given: Given): Promise<Answer> {
  const input = { recipient: given.arg('NUMBER'), source: given.option('source') };
  const { recipient, sources } = settled(await removeDoNotCall(admin, input), given);
  return { data: { recipient, removed_from: sources } };
}

export const dncCommands: readonly Command[] = [
  {
    name: 'dnc import',
    args: ['FILE'],
    options: [
      { name: 'source', value: 'NAME', about: 'whose list it is: PTA' },
      { name: 'replace', about: 'the file is the whole list: what it lacks is removed' },
    ],
    about: 'Imports numbers that want no promotional messages, one a line, all or nothing.',
    run: importFile,
  },
  {
    name: 'dnc list',
    args: [],
    options: [{ name: 'after', value: 'NUMBER', about: 'the numbers, beginning after this one' }],
    about: 'Lists the sources of the do-not-call register, or its numbers.',
    run: list,
  },
  {
    name: 'dnc show',
    args: ['NUMBER'],
    options: [],
    about: 'Shows on whose lists a number stands.',
    run: show,
  },
  {
    name: 'dnc remove',
    args: ['NUMBER'],
    options: [{ name: 'source', value: 'NAME', about: 'from this list alone' }],
    about: 'Takes a number from the do-not-call register.',
    run: remove,
  },
];
