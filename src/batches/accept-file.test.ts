import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeAccount,
  makeRequest,
  ROUTING,
  SENDERS,
  TEMPLATES,
} from '../../test/support/fixtures.ts';
import type { Account } from '../domain/account/account.ts';
import { sentenceOf } from '../domain/failure/failure.ts';
import type { FileRequest } from '../domain/message/file-send.ts';
import { acceptFile, type FileOrder } from './accept-file.ts';

const LINK = 'https://files.example/list.csv';
const context = { routing: ROUTING, demoText: ' -Demo message, account not verified.' };

type Change = Partial<Omit<FileRequest, 'account'>> & { readonly link?: string };

function accepting(change: Change = {}, account: Partial<Account> = {}) {
  const { link = LINK, ...given } = change;
  const { mobile: _, ...request } = makeRequest({
    message: '{"code":"#B#"}',
    account: makeAccount(account),
  });
  return acceptFile({ duplicate: '', ...request, ...given }, { kind: 'link', link }, context);
}

function accepted(change: Change = {}, account: Partial<Account> = {}): FileOrder {
  const order = accepting(change, account);
  if ('reason' in order) throw new Error(order.reason);
  return order;
}

function answerTo(change: Change, account: Partial<Account> = {}): string {
  const order = accepting(change, account);
  return 'reason' in order ? `${order.reason}: ${sentenceOf(order)}` : 'accepted';
}

/** Faults in the order in which they win. */
type Fault = readonly [string, Change, Partial<Account>];

const FAULTS: readonly Fault[] = [
  ['sender_empty', { sender: ' ' }, {}],
  ['url_missing', { link: ' ' }, {}],
  ['message_empty', { message: '' }, {}],
  ['template_missing', { templateId: '' }, {}],
  ['fixed_content_off', {}, { fixedContent: false }],
  ['message_not_object', { message: 'free text' }, {}],
  ['sender_not_approved', { sender: 'Nobody' }, {}],
  ['network_unknown', { network: 'Warid' }, {}],
  ['ported_unknown', { ported: '2' }, {}],
  ['type_unknown', { type: 'flash' }, {}],
  ['portability_unavailable', { ported: '1' }, {}],
  ['duplicate_unknown', { duplicate: '2' }, {}],
];

describe('a send from a file', () => {
  it('is judged before its file is: what is to be made of every row', () => {
    const order = accepted({ duplicate: '0', type: 'unicode', network: 'Zong' });
    expect(order).toMatchObject({
      sender: SENDERS.shared,
      template: { id: TEMPLATES.code.id },
      values: [{ variable: { name: 'code' }, text: { literals: ['', ''], columns: [2] } }],
      lastColumn: 2,
      keepsRepeated: false,
      unicode: true,
      source: { kind: 'link', link: LINK },
    });
    expect(accepted().keepsRepeated).toBe(true);
    expect(accepted({ duplicate: '1' }).keepsRepeated).toBe(true);
  });

  it.each(FAULTS)('is refused: %s', (reason, change, account) => {
    expect(answerTo(change, account)).toContain(`${reason}: `);
  });

  it('has the first of two faults as its answer', () => {
    const two = fc.tuple(fc.nat(FAULTS.length - 1), fc.nat(FAULTS.length - 1));
    fc.assert(
      fc.property(two, ([some, other]) => {
        const [first, second] = [Math.min(some, other), Math.max(some, other)];
        const [reason, change, account]: Fault = FAULTS[first] ?? ['', {}, {}];
        const [, change2, account2]: Fault = FAULTS[second] ?? ['', {}, {}];
        const both = answerTo({ ...change2, ...change }, { ...account2, ...account });
        expect(both).toContain(`${reason}: `);
      }),
    );
  });

  it.each([
    [{}, 'variable_missing', "'code' of the template is missing"],
    [{ code: '#B#', more: 'x' }, 'variable_unknown', "'more' is not a variable"],
    [{ code: ['#B#'] }, 'variable_not_text', "'code' must be a text"],
    [{ code: 'x'.repeat(161) }, 'variable_too_long', 'longer than 160'],
    [{ code: 'a\u0000b' }, 'variable_unprintable', 'control character'],
    [{ code: '#AAA#' }, 'column_out_of_reach', 'column AAA cannot be referred to'],
  ])('with the values %j is refused: %s', (values, reason, words) => {
    const answer = answerTo({ message: JSON.stringify(values) });
    expect(answer).toContain(reason);
    expect(answer).toContain(words);
  });

  it('is judged by its rows where a value is made of them', () => {
    const long = `${'x'.repeat(155)}#B#${'x'.repeat(5)}`;
    expect(answerTo({ message: JSON.stringify({ code: long }) })).toBe('accepted');
    expect(answerTo({ message: '{"code":12}' })).toBe('accepted');
  });

  it('is refused at once for a wording that needs unicode, with the place in it', () => {
    const message = JSON.stringify({ code: 'آج #B#' });
    expect(answerTo({ message })).toBe(
      "needs_unicode: Invalid text: 'آ' at position 14 needs type=unicode",
    );
    expect(answerTo({ message, type: 'unicode' })).toBe('accepted');
    expect(answerTo({ templateId: String(TEMPLATES.urdu.id) })).toContain('needs_unicode');
  });

  it('is decoded once more when it was encoded twice, its link too', () => {
    const order = accepted({
      message: encodeURIComponent('{"code":"No #B#"}'),
      sender: encodeURIComponent(SENDERS.shared.name),
      link: encodeURIComponent(LINK),
    });
    expect(order.source).toEqual({ kind: 'link', link: LINK });
    expect(order.values[0]?.text).toEqual({ literals: ['No ', ''], columns: [2] });
  });

  it('of an upload needs no link', () => {
    const { mobile: _, ...request } = makeRequest({ message: '{"code":"#B#"}' });
    const source = { kind: 'upload', file: '/data/files/x' } as const;
    expect(acceptFile({ ...request, duplicate: '' }, source, context)).toMatchObject({ source });
  });
});
