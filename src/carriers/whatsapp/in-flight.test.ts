import { describe, expect, it } from 'vitest';
import { composeMessage } from './compose-message.ts';
import { sendMessage } from './in-flight.ts';

const payload = composeMessage(
  { kind: 'text', body: 'Salaam' },
  { destination: '923001234567', opaqueId: 'name.1', uploads: new Map() },
);
const sender = {
  credential: 'simulated-token',
  phoneNumberId: '300000000000001',
  messagingAccount: '',
};

function answered(value: Readonly<Record<string, unknown>>) {
  const graph = { call: () => Promise.resolve({ kind: 'done' as const, value }) };
  return sendMessage(graph, sender, { payload, onLeave: () => undefined });
}

describe('a message that the platform accepted', () => {
  it.each([
    [{ messages: [{ id: 'wamid.HBgM1' }] }, 'wamid.HBgM1'],
    [{ messages: [{ id: 'wamid.\0' }] }, ''],
    [{ messages: [{ id: 'x'.repeat(513) }] }, ''],
    [{ messages: [{ id: 7 }] }, ''],
    [{ messages: [] }, ''],
    [{}, ''],
  ])('with the answer %j: its id there is %j', async (given, id) => {
    const value = { operatorKey: id, hold: undefined };
    expect(await answered(given)).toEqual({ kind: 'done', value });
  });

  it.each([
    ['held_for_quality_assessment', 'platform_holds'],
    ['paused', 'platform_holds_paused'],
    ['accepted', undefined],
    ['something_new', undefined],
    [7, undefined],
  ])('with the message_status %j: it is held for %j', async (word, hold) => {
    const outcome = await answered({ messages: [{ id: 'wamid.1', message_status: word }] });
    expect(outcome).toEqual({ kind: 'done', value: { operatorKey: 'wamid.1', hold } });
  });
});
