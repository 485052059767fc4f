import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FILE_LINK,
  makeAccount,
  makeFileRequest,
  ROUTING,
  SENDERS,
  TEMPLATES,
  type Written,
  type WrittenOfFile,
} from '../../test/support/fixtures.ts';
import type { Account } from '../domain/account/account.ts';
import { sentenceOf } from '../domain/failure/failure.ts';
import { acceptFile, type FileOrder } from './accept-file.ts';

const context = { routing: ROUTING, demoText: ' -Demo message, account not verified.' };

type Change = Partial<Omit<Written, 'account'>> & WrittenOfFile;

function accepting(change: Change = {}, account: Partial<Account> = {}) {
  const { request, link } = makeFileRequest({
    message: '{"code":"#B#"}',
    ...change,
    account: makeAccount(account),
  });
  return acceptFile(request, { kind: 'link', link }, context);
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

/** Faults in order of precedence. */
type Fault = readonly [string, Change, Partial<Account>];

const FAULTS: readonly Fault[] = [
  ['sender_empty', { sender: ' ' }, {}],
  ['url_missing', { link: ' ' }, {}],
  ['message_empty', { message: '' }, {}],
  ['template_missing', { template_id: '' }, {}],
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
  it('is judged before its file: the result says what to make of every row', () => {
    const order = accepted({ duplicate: '0', type: 'unicode', network: 'Zong' });
    expect(order).toMatchObject({
      sender: SENDERS.shared,
      template: { id: TEMPLATES.code.id },
      values: [{ variable: { name: 'code' }, text: { literals: ['', ''], columns: [2] } }],
      lastColumn: 2,
      keepsRepeated: false,
      unicode: true,
      source: { kind: 'link', link: FILE_LINK },
    });
    expect(accepted().keepsRepeated).toBe(true);
    expect(accepted({ duplicate: '1' }).keepsRepeated).toBe(true);
  });

  it.each(FAULTS)('is refused: %s', (reason, change, account) => {
    expect(answerTo(change, account)).toContain(`${reason}: `);
  });

  it('is answered with the first of two faults', () => {
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
    [{ code: ['#B#'] }, 'variable_not_text', "'code' must be a string"],
    [{ code: 'x'.repeat(161) }, 'variable_too_long', 'longer than 160'],
    [{ code: 'a\u0000b' }, 'variable_unprintable', 'control character'],
    [{ code: '#AAA#' }, 'column_out_of_reach', 'column AAA cannot be referred to'],
  ])('with the values %j is refused: %s', (values, reason, words) => {
    const answer = answerTo({ message: JSON.stringify(values) });
    expect(answer).toContain(reason);
    expect(answer).toContain(words);
  });

  it('is judged row by row where a value depends on the row', () => {
    const long = `${'x'.repeat(155)}#B#${'x'.repeat(5)}`;
    expect(answerTo({ message: JSON.stringify({ code: long }) })).toBe('accepted');
    expect(answerTo({ message: '{"code":12}' })).toBe('accepted');
  });

  it('is refused at once for a wording that needs unicode, with the position in it', () => {
    const message = JSON.stringify({ code: 'آج #B#' });
    expect(answerTo({ message })).toBe(
      "needs_unicode: Invalid text: 'آ' at position 14 needs type=unicode " +
        '(unicode: true at /v1/messages)',
    );
    expect(answerTo({ message, type: 'unicode' })).toBe('accepted');
    expect(answerTo({ template_id: String(TEMPLATES.urdu.id) })).toContain('needs_unicode');
  });

  it('is decoded once more when it was encoded twice, including its link', () => {
    const order = accepted({
      message: encodeURIComponent('{"code":"No #B#"}'),
      sender: encodeURIComponent(SENDERS.shared.name),
      link: encodeURIComponent(FILE_LINK),
    });
    expect(order.source).toEqual({ kind: 'link', link: FILE_LINK });
    expect(order.values[0]?.text).toEqual({ literals: ['No ', ''], columns: [2] });
  });

  it('needs no link when it is an upload', () => {
    const { request } = makeFileRequest({ message: '{"code":"#B#"}' });
    const source = { kind: 'upload', file: '/data/files/x' } as const;
    expect(acceptFile(request, source, context)).toMatchObject({ source });
  });
});
