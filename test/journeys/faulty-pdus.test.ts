/** An operator that writes PDUs a little wrong: nothing of it is lost, and staff hear of it. */
import { deliverSm, encodePdu, type Message } from '@paigham/smpp';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkOddities } from '../../src/features/doctor/check-oddities.ts';
import type { CheckContext } from '../../src/features/doctor/finding.ts';
import { must } from '../../src/operations/admin.ts';
import { disableLink, enableLink, linkList } from '../../src/features/links/links.operations.ts';
import type { OperationContext } from '../../src/operations/operation.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { eventually } from '../support/eventually.ts';
import { newPhone, storedFrom } from '../support/phones.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;

beforeAll(async () => {
  story = await beginStory({ behaviour: { receiptNeverPercent: 100 } });
});

/** Sends a PDU with octets too many at its end. */
function sendFaulty(message: Message, rest = '00'): void {
  const encoded = encodePdu(message, 77);
  if (!encoded.ok) throw new Error(encoded.fault.reason);
  const frame = Buffer.concat([encoded.bytes, Buffer.from(rest, 'hex')]);
  frame.writeUInt32BE(frame.length, 0);
  story.paigham.operators.jazz.sendRaw(frame);
}

function receiptFor(phone: string): Message {
  const found = story.paigham.operators.jazz.heard
    .last(20)
    .findLast((it) => it.message.destination === phone);
  if (found === undefined) throw new Error(`the operator has nothing for ${phone}`);
  const text = `id:${found.messageId} sub:001 dlvrd:001 done date:2611201016 stat:DELIVRD err:000`;
  const shortMessage = Buffer.from(text);
  return deliverSm({ source: phone, destination: '8584', esmClass: 0x04, shortMessage });
}

describe('a deliver_sm with a NUL too many', () => {
  it('that is a receipt ends its message', async () => {
    const phone = newPhone();
    const id = await story.send('Your order is ready', phone);
    await story.until(id, 'SENT');
    sendFaulty(receiptFor(phone));
    await story.until(id, 'DELIVERED');
  });

  it('that says STOP is heeded', async () => {
    const phone = newPhone();
    const id = await story.send('Your order is ready', phone);
    await story.until(id, 'SENT');
    const shortMessage = Buffer.from('STOP');
    sendFaulty(deliverSm({ source: phone, destination: '8584', shortMessage }));
    const [reply] = await eventually('the reply', async () => {
      const stored = await storedFrom(story.paigham.db, phone);
      return stored.length > 0 && stored;
    });
    expect(reply).toMatchObject({ text: 'STOP', wish: 'stop', message_id: id });
  });

  it('is kept with its octets, counted, and told by the doctor', async () => {
    sendFaulty(
      deliverSm({ source: newPhone(), esmClass: 0x04, shortMessage: Buffer.from('?') }),
      'ff',
    );
    const rows = await eventually('what was kept', async () => {
      const kept = await asker(story.paigham.db)<{ kind: string; error: string; raw: Buffer }>(
        "select kind, error, raw from receipts where kind in ('damaged', 'unreadable') order by id",
      );
      return kept.length === 4 && kept;
    });
    expect(rows.map(({ kind, error }) => `${kind} ${error}`).toSorted()).toEqual([
      'damaged octets_left_over',
      'damaged octets_left_over',
      'damaged tlv_cut',
      'unreadable no_message_id',
    ]);
    expect(rows.every(({ raw }) => raw.readUInt32BE(0) === raw.length)).toBe(true);
    const check = { reader: story.paigham.db } as unknown as CheckContext;
    await eventually('the finding', async () => {
      const [finding] = await checkOddities(check);
      return finding?.sentence.includes('octets too many at the end × 2') && finding;
    });
    const [finding, ...others] = await checkOddities(check);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ subject: 'link jazz', verdict: 'warning' });
    expect(finding?.sentence).toContain('octets at the end that are no parameter × 1');
  });
});

describe('a receipt with an unknown word', () => {
  it('is kept, counted, and told with the setting to type', async () => {
    const shortMessage = Buffer.from('id:7 stat:DNDFAIL');
    sendFaulty(deliverSm({ source: newPhone(), esmClass: 0x04, shortMessage }), '');
    await eventually('the finding', async () => {
      const findings = await checkOddities({ reader: story.paigham.db } as unknown as CheckContext);
      const sentences = findings.map(({ sentence }) => sentence).join();
      return (
        sentences.includes('DNDFAIL × 1') &&
        sentences.includes("paigham link set jazz --receipt-words 'DNDFAIL=STATE'")
      );
    });
  });
});

describe('a disabled link', () => {
  const stateOf = async (name: string): Promise<unknown> => {
    const context = { reader: story.paigham.db, check: { clock: wallClock } };
    const shown = await linkList.definition.perform(
      context as unknown as OperationContext,
      {},
      async () => undefined,
    );
    if (!shown.ok || !Array.isArray(shown.value.data)) throw new Error('links are listed');
    return shown.value.data.find((it) => it['name'] === name)?.['state'];
  };

  it('submits nothing and stays bound until the receipts of what it sent have come', async () => {
    const { admin } = story.paigham.world;
    const { jazz } = story.paigham.operators;
    const phone = newPhone();
    const id = await story.send('Your order is ready', phone);
    await story.until(id, 'SENT');
    // What the tests before have left without a receipt would be waited for, too.
    for (const { message } of jazz.heard.last(20)) {
      const { destination } = message;
      if (destination !== phone) sendFaulty(receiptFor(destination), '');
    }
    must(await disableLink(admin, { name: 'jazz' }));
    await eventually('the drain', async () => (await stateOf('jazz')) === 'draining');
    const late = newPhone();
    const waiting = await story.send('Not by this link', late);
    sendFaulty(receiptFor(phone), '');
    await story.until(id, 'DELIVERED');
    await eventually('the end', () => jazz.links.size === 0);
    expect(await stateOf('jazz')).toBeNull();
    expect(jazz.heard.last(20).some(({ message }) => message.destination === late)).toBe(false);
    must(await enableLink(admin, { name: 'jazz' }));
    await story.until(waiting, 'SENT');
    sendFaulty(receiptFor(late), '');
    await story.until(waiting, 'DELIVERED');
    expect(await story.breaches()).toEqual([]);
  });
});
