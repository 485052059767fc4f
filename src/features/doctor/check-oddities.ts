import { stampInZone } from '../../domain/policy/hours.ts';
import { type KnownOddity, readOddities } from '../links/link-oddities.sql.ts';
import { fine, warning, type CheckContext, type Finding } from './finding.ts';

/** What operators sent with a fault in the last day: one finding a link for each sort. */
export async function checkOddities({ reader }: CheckContext): Promise<readonly Finding[]> {
  const oddities = await readOddities(reader);
  if (oddities.length === 0) return [fine('operators’ PDUs', 'None had a fault in the last day.')];
  const groups = Map.groupBy(oddities, ({ link, kind }) => `${kind} ${link}`);
  return [...groups.values()].map((all) => {
    const [{ link, kind } = { link: '', kind: 'pdu' }] = all;
    const describe = kind === 'pdu' ? describeFaults : describeWords;
    return warning(`link ${link}`, describe(link, all));
  });
}

const FAULTS: Readonly<Record<string, string>> = {
  sequence_illegal: 'a sequence number beyond the specification',
  string_unterminated: 'a string without its NUL',
  string_too_long: 'a string longer than the specification',
  short_message_too_long: 'an sm_length over 254',
  short_message_cut: 'an sm_length larger than the text',
  tlv_cut: 'octets at the end that are no parameter',
  octets_left_over: 'octets too many at the end',
  body_cut: 'mandatory fields missing (refused)',
  command_unknown: 'an unknown command (refused)',
};

function describeFaults(link: string, all: readonly KnownOddity[]): string {
  const counted = all.map(({ what, times }) => `${FAULTS[what] ?? what} × ${times}`).join(', ');
  return (
    `Its operator has sent PDUs with faults since ${sinceOf(all)}: ${counted}. What is not ` +
    `marked as refused was read; see "paigham receipt list --kind damaged --link ${link}", and ` +
    `"--kind unreadable".`
  );
}

function describeWords(link: string, all: readonly KnownOddity[]): string {
  const counted = all.map(({ what, times }) => `${what} × ${times}`).join(', ');
  const known = all[0]?.receiptWords ?? '';
  const words = all.filter(({ what }) => what !== 'others').map(({ what }) => `${what}=STATE`);
  const setting = [...(known === '' ? [] : [known]), ...words].join(',');
  return (
    `Its receipts have had states without a meaning here since ${sinceOf(all)}: ${counted}. Ask ` +
    `the operator what they mean, then: paigham link set ${link} --receipt-words '${setting}'`
  );
}

function sinceOf(all: readonly KnownOddity[]): string {
  return stampInZone(Math.min(...all.map(({ sinceMs }) => sinceMs)));
}
