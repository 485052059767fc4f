import { describe, expect, it } from 'vitest';
import { makeAccount, ROSHAN } from '../../../test/support/fixtures.ts';
import type { RequestParts } from '../../../test/support/http-request.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { ACCEPTED, FULL_SEND, openInterface, shown } from '../../../test/support/sms-api.ts';

const SEND = '/api/sms.php';

describe('/api/sms.php', () => {
  it('passes on the values', async () => {
    const { ask, taken } = openInterface();
    expect(shown(await ask(SEND, { query: FULL_SEND }))).toBe('200 OK ID:7001');
    expect(shown(await ask(SEND, { body: FULL_SEND }))).toBe('200 OK ID:7001');
    for (const request of taken) {
      expect(request).toMatchObject({
        sender: '8584',
        recipients: { accepted: ['923001234567', '923111234567'], filtered: [] },
        templateId: 501,
        values: new Map([['code', '4821']]),
        network: 'Jazz',
        ported: true,
        unicode: true,
        dryRun: false,
        idempotency: undefined,
      });
    }
  });

  it('checks the shape before the key, and the key before anything else', async () => {
    const { ask, taken } = openInterface();
    expect(shown(await ask(SEND, { query: 'dry_run=2' }))).toContain('400 12 : Invalid dry_run');
    expect(shown(await ask(SEND, { query: 'username=a&password=b' }))).toContain('401 2 : ');
    expect(shown(await ask(SEND, { query: { ...FULL_SEND, api_key: 'x' } }))).toContain('401 1 : ');
    expect(taken).toEqual([]);
  });

  it('answers in the requested format, refusals too', async () => {
    const { ask } = openInterface({
      takeIn: () => ({ kind: 'refused', refusal: refuse('sender_empty') }),
    });
    const json = await ask(SEND, { query: { ...FULL_SEND, format: 'JSON' } });
    expect(json).toMatchObject({ status: 400, contentType: 'application/json; charset=utf-8' });
    expect(JSON.parse(json.body)).toMatchObject({ success: 'false', status: '4' });
    expect((await ask(SEND, { query: { ...FULL_SEND, format: 'xml' } })).body).toContain(
      '<status>4</status>',
    );
  });

  it('does a dry run when asked to, and keeps no idempotency key for it', async () => {
    const { ask, taken } = openInterface();
    const answer = await ask(SEND, { query: { ...FULL_SEND, dry_run: '1', idempotency_key: 'k' } });
    expect(answer.body).toBe('DRY RUN: 4.80 PKR, 1 part, 1 recipient');
    expect(taken[0]).toMatchObject({ dryRun: true, idempotency: undefined });
  });

  it('starts again when the account has changed, a few times', async () => {
    let calls = 0;
    const once = openInterface({
      takeIn: () => ((calls += 1) === 1 ? { kind: 'stale' } : ACCEPTED),
    });
    expect(shown(await once.ask(SEND, { query: FULL_SEND }))).toBe('200 OK ID:7001');
    expect(once.forgotten).toEqual([ROSHAN]);
    const revoked = openInterface({
      takeIn: () => ({ kind: 'stale' }),
      looks: [makeAccount(), undefined],
    });
    expect(shown(await revoked.ask(SEND, { query: FULL_SEND }))).toContain('401 1 : ');
    const always = openInterface({ takeIn: () => ({ kind: 'stale' }) });
    expect((await always.ask(SEND, { query: FULL_SEND })).status).toBe(503);
    expect(always.taken).toHaveLength(limit('accountReloads'));
  });
});

describe('the idempotency key', () => {
  const keyOf = async (parts: RequestParts) => {
    const { ask, taken } = openInterface();
    const answer = await ask(SEND, parts);
    return taken[0]?.idempotency ?? shown(answer);
  };
  const header = (key: string) => ({ 'idempotency-key': key });

  it('is taken from the header, the form, or both if they agree', async () => {
    const inHeader = await keyOf({ query: FULL_SEND, headers: header('k1') });
    const inForm = await keyOf({ body: { ...FULL_SEND, idempotency_key: 'k1' } });
    const both = await keyOf({
      body: { ...FULL_SEND, idempotency_key: 'k1' },
      headers: header('k1'),
    });
    expect(inHeader).toMatchObject({
      key: 'k1',
      requestHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(inForm).toEqual(inHeader);
    expect(both).toEqual(inHeader);
  });

  it.each([
    [{ ...FULL_SEND, idempotency_key: 'k1' }, header('k2'), 'given twice with different values'],
    [FULL_SEND, header('k'.repeat(256)), '1 to 255 printable ASCII characters'],
    [{ ...FULL_SEND, idempotency_key: 'کلید' }, {}, '1 to 255 printable ASCII characters'],
    [{ ...FULL_SEND, idempotency_key: 'a\nb' }, {}, '1 to 255 printable ASCII characters'],
  ])('is refused when it cannot be kept', async (query, headers, why) => {
    expect(await keyOf({ query, headers })).toContain(`400 12 : Invalid`);
    expect(await keyOf({ query, headers })).toContain(why);
  });

  it('may be as long as its limit', async () => {
    const key = 'k'.repeat(255);
    expect(await keyOf({ query: FULL_SEND, headers: header(key) })).toMatchObject({ key });
  });

  it('covers what is sent, not the caller, the answer’s form or unknown parameters', async () => {
    const hashOf = async (changes: Readonly<Record<string, string>>): Promise<string> => {
      const idempotency = await keyOf({
        query: { ...FULL_SEND, ...changes },
        headers: header('k'),
      });
      return typeof idempotency === 'string' ? idempotency : idempotency.requestHash;
    };
    const hash = await hashOf({});
    expect(await hashOf({ format: 'json', utm: 'x', api_key: ' right' })).toBe(hash);
    for (const name of [
      'sender',
      'mobile',
      'template_id',
      'message',
      'network',
      'ported',
      'type',
    ]) {
      expect(await hashOf({ [name]: '1 ' })).not.toBe(hash);
    }
  });

  it('marks a replayed answer', async () => {
    const { ask } = openInterface({ takeIn: () => ({ ...ACCEPTED, replayed: true }) });
    const answer = await ask(SEND, { query: FULL_SEND, headers: header('k') });
    expect(answer.headers).toEqual({ 'Idempotent-Replayed': 'true' });
  });
});

it('a send that may have been accepted is not repeated with a newer snapshot', async () => {
  const { ask, taken } = openInterface({
    takeIn: () => ({ kind: 'refused', refusal: refuse('outcome_unknown') }),
    isCurrent: () => false,
  });
  expect((await ask(SEND, { query: FULL_SEND })).status).toBe(503);
  expect(taken).toHaveLength(1);
});
