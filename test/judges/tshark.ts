/** Asks tshark, which we did not write, what it makes of SMPP octets. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SeenPdu = {
  readonly commandId: number;
  readonly status: number | undefined;
  readonly sequence: number;
};

export type SeenFrame = {
  readonly pdus: readonly SeenPdu[];
  /** By field name, all values of the frame. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Malformed fields, warnings and notes that concern SMPP or GSM SMS. */
  readonly complaints: readonly string[];
};

/** Why the judge cannot be asked here, or undefined when it can. */
export function whyNoTshark(): string | undefined {
  const has = (program: string): boolean => spawnSync(program, ['-v']).status === 0;
  return has('tshark') && has('text2pcap') ? undefined : 'tshark is not installed';
}

const extraFields = [
  'smpp.source_addr',
  'smpp.destination_addr',
  'smpp.message_id',
  'smpp.data_coding',
  'smpp.message',
  'smpp.system_id',
] as const;

const fieldNames = [
  'smpp.command_id',
  'smpp.command_status',
  'smpp.sequence_number',
  '_ws.expert.message',
  '_ws.malformed',
  ...extraFields,
];

/** Decodes a capture in the text form of text2pcap (see `GET /capture` of the simulated SMSC). */
export function askTshark(captureText: string): readonly SeenFrame[] {
  const folder = mkdtempSync(join(tmpdir(), 'tshark-'));
  try {
    const [text, pcap] = [join(folder, 'in.txt'), join(folder, 'out.pcap')];
    writeFileSync(text, captureText);
    execFileSync('text2pcap', ['-q', '-D', '-T', '40000,2775', text, pcap], { stdio: 'pipe' });
    const fields = fieldNames.flatMap((name) => ['-e', name]);
    const how = ['-T', 'fields', '-E', 'separator=/t', '-E', 'aggregator=;', ...fields];
    const args = ['-r', pcap, '-d', 'tcp.port==2775,smpp', ...how];
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    const printed = execFileSync('tshark', args, { stdio: [...stdio], maxBuffer: 2 ** 28 });
    return printed.toString('latin1').split('\n').filter(Boolean).map(readFrame);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readFrame(line: string): SeenFrame {
  const columns = line.split('\t');
  const at = (name: string): readonly string[] =>
    (columns[fieldNames.indexOf(name)] ?? '').split(';').filter(Boolean);
  const sequences = at('smpp.sequence_number').map(Number);
  const statuses = at('smpp.command_status').map(Number);
  const ids = at('smpp.command_id').map(Number);
  const isOne = ids.length === 1;
  return {
    pdus: ids.map((commandId, index) => {
      const status = isOne ? statuses[0] : undefined;
      return { commandId, status, sequence: sequences[index] ?? -1 };
    }),
    fields: Object.fromEntries(extraFields.map((name) => [name, at(name)])),
    complaints: [...at('_ws.expert.message'), ...at('_ws.malformed')],
  };
}
