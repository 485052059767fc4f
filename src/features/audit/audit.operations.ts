/** The audit log: who changed what, and who looked at whose messages. */
import { micros, showRupees } from '../../domain/pricing/money.ts';
import { type AuditRecord, listAudit } from './audit.sql.ts';
import { checkSpan, id, limitOf, list, option, span, text } from '../../operations/fields.ts';
import { account } from '../../operations/fields.ts';
import { query } from '../../operations/operation.ts';
import { at, more, showTime, type RawFields } from '../../operations/show.ts';

export const auditList = query({
  name: 'audit list',
  about: 'Lists who changed what, and who looked at whose messages, newest first.',
  input: {
    accountId: option('account', account, 'about this account'),
    actor: option('actor', text('ACTOR'), 'by whom: line:root'),
    actions: option(
      'action',
      { ...list, word: 'ACTION,…' },
      'the action: link.set, or link for all actions on links',
    ),
    ...span,
    beforeId: option('before', id, 'older than this line'),
    most: limitOf(50),
  },
  async read({ reader }, input) {
    checkSpan(input);
    const { lines, stoppedAt } = await listAudit(reader, input);
    const stopped = `Only lines from ${stoppedAt} on were searched: see --before ${stoppedAt}.`;
    return {
      data: lines.map(show),
      full: lines.map((it) => ({ ...show(it), detail: it.detail })),
      empty: 'No lines found.',
      ...more(lines, input.most),
      ...(stoppedAt === undefined ? {} : { note: stopped, next: { before: stoppedAt } }),
    };
  },
});

function show({ id: key, atMs, actor, accountId, action, detail }: AuditRecord): RawFields {
  const shown = Object.entries(detail).map(([name, value]) => describe(name, value));
  return { id: key, at: at(atMs), actor, account: accountId, action, detail: shown.join(', ') };
}

/** Shows timestamps (but not durations) as times, and amounts as rupees. */
function describe(name: string, value: unknown): string {
  const shown = String(value);
  if (name.endsWith('Ms') && /^\d{12,15}$/.test(shown)) {
    return `${name.slice(0, -'Ms'.length)} ${showTime(Number(shown))}`;
  }
  if (name.endsWith('Micros') && /^-?\d+$/.test(shown)) {
    return `${name.slice(0, -'Micros'.length)} ${showRupees(micros(BigInt(shown)))} rupees`;
  }
  return `${name} ${JSON.stringify(value)}`;
}
