import { describe, expect, it } from 'vitest';
import { parseReceipt, type Message } from '@paigham/smpp';
import { plainBehaviour, type Behaviour } from './knobs.ts';
import { composeReceipts, formatId, type Planned } from './receipts.ts';

const planned: Planned = {
  number: 1,
  systemId: 'x',
  link: 1,
  id: 255_123_456,
  submittedAtMs: Date.UTC(2026, 10, 20, 10, 15, 42),
  source: '8584',
  destination: '923001234567',
  sourceTon: 3,
  sourceNpi: 0,
  head: 'Your code is 4821',
  reference: undefined,
};

function compose(change: Partial<Behaviour>, chance = 0.5): readonly Message[] {
  const behaviour = { ...plainBehaviour(), ...change };
  return composeReceipts(planned, behaviour, () => chance).map(({ message }) => message);
}

describe('a receipt', () => {
  it('goes back to the sender and identifies the message in text and TLVs', () => {
    const [message] = compose({});
    expect(message).toMatchObject({ source: '923001234567', destination: '8584', esmClass: 4 });
    const text = Buffer.from(message?.shortMessage ?? []).toString();
    const fields = text.replace(/done date:\d{10}/, 'done date:#');
    expect(fields).toBe(
      'id:255123456 sub:001 dlvrd:001 submit date:2611201015 done date:# ' +
        'stat:DELIVRD err:000 text:Your code is 4821',
    );
    expect(message && parseReceipt({ ...message, shortMessage: new Uint8Array(0) })).toMatchObject({
      receipt: { messageId: '255123456', state: 'delivered' },
    });
  });

  it('has the state of the first rule that matches its number', () => {
    const receiptNumbers = [
      { pattern: '^92301', state: 'REJECTD', error: '001' },
      { pattern: '7$', state: 'UNDELIV', error: '027' },
    ];
    const [message] = compose({ receiptNumbers });
    expect(message && parseReceipt(message)).toMatchObject({
      receipt: { state: 'undeliverable', error: '027' },
    });
  });

  it.each([
    [{ receiptNeverPercent: 60 }, 0],
    [{ receiptNeverPercent: 40 }, 1],
    [{ receiptTwicePercent: 60 }, 2],
    [{ receiptContradictoryPercent: 60 }, 2],
  ])('with %j comes %i times', (change, times) => {
    expect(compose(change)).toHaveLength(times);
  });

  it('contradicts itself when told to', () => {
    const states = compose({ receiptContradictoryPercent: 100 }).map((message) => {
      const parsed = parseReceipt(message);
      return parsed.ok && parsed.receipt.state;
    });
    expect(states).toEqual(['delivered', 'undeliverable']);
  });

  it('cannot be read when garbled', () => {
    const [message] = compose({ receiptGarbledPercent: 100 });
    expect(message && parseReceipt(message).ok).toBe(false);
  });

  it('may come without mark, TLVs or text', () => {
    const [message] = compose({ receiptFlagged: false, receiptTlvs: false, receiptText: false });
    expect(message).toMatchObject({ esmClass: 0, tlvs: [] });
    expect(message?.shortMessage).toHaveLength(0);
  });
});

describe('ids', () => {
  it.each([
    ['decimal', '255123456'],
    ['padded', '00000000000255123456'],
    ['hex', 'f34e000'],
    ['HEX', 'F34E000'],
    ['uuid', '00000000-0000-0000-0000-00000f34e000'],
  ] as const)('as %s', (form, text) => {
    expect(formatId(255_123_456, form)).toBe(text);
  });
});
