import { afterEach, describe, expect, it } from 'vitest';
import { faultsOfMessage } from '../support/chat-payload.ts';
import { stepClock } from '../support/step-clock.ts';
import { kinds, times } from './linked.ts';
import {
  chatParts,
  closeAll,
  heardMessages,
  meet,
  openChat,
  order,
  startPlatform,
  takenNames,
  until,
  untilState,
} from './chat-linked.ts';

afterEach(closeAll);

describe('a message', () => {
  it('is taken under the id of the platform, and carries our name of its attempt', async () => {
    const world = await openChat();
    world.link.submit(chatParts(1));
    await until(() => world.outcomes.length === 1);
    const [message] = world.running.platform.messages.all();
    const operatorKey = message?.wamid;
    expect(world.outcomes).toEqual([{ key: 1, kind: 'taken', operatorKey, late: false }]);
    expect(message).toMatchObject({ callbackData: '1000.1', templateName: 'order_ready' });
    expect(heardMessages(world).flatMap(faultsOfMessage)).toEqual([]);
  });

  it('in free form is taken too', async () => {
    const world = await openChat();
    world.link.submit(chatParts(1, { content: { kind: 'text', body: 'سلام' } }));
    await until(() => world.outcomes.length === 1);
    expect(kinds(world.outcomes)).toEqual(['taken']);
    expect(heardMessages(world)).toMatchObject([{ type: 'text', text: { body: 'سلام' } }]);
  });

  it.each([
    [130429, 'platform_throttled'],
    [131056, 'platform_recipient_paced'],
    [131048, 'platform_spam_limited', 'rest_marketing'],
    [131064, 'platform_templates_limited', 'rest_templates'],
    [134101, 'platform_template_syncing'],
    [131000, 'platform_fault'],
    [131016, 'platform_fault'],
    [131026, 'platform_unreachable'],
    [131047, 'platform_window_closed', 'close_window'],
    [131050, 'platform_opted_out', 'opt_out'],
    [132001, 'platform_refused_template'],
    [132015, 'platform_template_stopped', 'stop_campaign'],
    [131009, 'platform_refused_form'],
  ])('refused with %i is %s', async (code, reason, asked?: string) => {
    const world = await openChat();
    meet(world, { answer: { kind: 'refuse', code } });
    world.link.submit(chatParts(1));
    await until(() => world.outcomes.length === 1);
    const reaction = asked === undefined ? {} : { reaction: { kind: asked } };
    const refused = { key: 1, kind: 'refused', reason, status: code, late: false, ...reaction };
    expect(world.outcomes).toEqual([refused]);
  });

  it('whose template the platform does not have is refused, and the others go on', async () => {
    const world = await openChat();
    const [unknown] = chatParts(1, { content: { ...order, name: 'nobody_made_it' } });
    const [, known] = chatParts(2);
    if (unknown !== undefined && known !== undefined) world.link.submit([unknown, known]);
    await until(() => world.outcomes.length === 2);
    const byKey = world.outcomes.toSorted((a, b) => a.key - b.key);
    expect(byKey).toMatchObject([
      { kind: 'refused', reason: 'platform_refused_template', status: 132_001 },
      { kind: 'taken' },
    ]);
  });

  it('whose content cannot be read is refused and never written', async () => {
    const world = await openChat();
    world.link.submit(chatParts(1, { body: Buffer.from('Salaam') }));
    expect(world.outcomes).toMatchObject([{ kind: 'refused', reason: 'content_unreadable' }]);
    expect(heardMessages(world)).toEqual([]);
  });

  it('is unsent before the platform has answered for the number', async () => {
    const world = await openChat({ unbound: true });
    expect(world.link.room()).toBe(0);
    world.link.submit(chatParts(2));
    expect(kinds(world.outcomes)).toEqual(['unsent', 'unsent']);
    expect(heardMessages(world)).toEqual([]);
  });
});

describe('a message whose answer is lost is ambiguous and never repeated', () => {
  it.each([
    ['the connection is dropped, taken', 'dropped_after', ['1000.1']],
    ['the connection is dropped, not taken', 'dropped_before', []],
    ['a page of a proxy comes, taken', 'broken_after', ['1000.1']],
    ['a page of a proxy comes, not taken', 'broken_before', []],
  ])('when %s', async (_, story, taken) => {
    const world = await openChat();
    meet(world, { story });
    world.link.submit(chatParts(1));
    await until(() => world.outcomes.length === 1);
    expect(world.outcomes).toMatchObject([{ key: 1, kind: 'ambiguous' }]);
    expect(takenNames(world)).toEqual(taken);
    // The link goes on.
    world.link.submit(chatParts(2).slice(1));
    await until(() => world.outcomes.length === 2);
    expect(kinds(world.outcomes)).toEqual(['ambiguous', 'taken']);
    expect(heardMessages(world)).toHaveLength(2);
  });

  it.each([
    ['taken', 'answer_lost', ['1000.1']],
    ['not taken', 'hangs', []],
  ])('when no answer comes in time, %s', async (_, story, taken) => {
    const clock = stepClock();
    const world = await openChat({ clock });
    meet(world, { story });
    world.link.submit(chatParts(1));
    await until(() => heardMessages(world).length === 1);
    clock.advance(9_999);
    expect(world.outcomes).toEqual([]);
    clock.advance(1);
    await until(() => world.outcomes.length === 1);
    expect(world.outcomes).toMatchObject([{ key: 1, kind: 'ambiguous' }]);
    expect(takenNames(world)).toEqual(taken);
    expect(heardMessages(world)).toHaveLength(1);
  });

  it('and a question about it has no answer', async () => {
    const world = await openChat();
    const question = {
      source: '',
      sourceKind: 'short_code',
      reference: 1,
      operatorKey: '',
    } as const;
    expect(await world.link.query(question)).toEqual({ kind: 'unanswered' });
  });
});

describe('a platform that cannot be reached', () => {
  it('takes nothing: the link is unbound, and opens when it is there', async () => {
    const world = await openChat({ unbound: true, behaviour: { accepting: false } });
    await until(() => world.states.some((it) => it.kind === 'unbound' && it.words !== undefined));
    world.running.platform.behaviour.accepting = true;
    await untilState(world, 'bound');
    world.link.submit(chatParts(1));
    await until(() => world.outcomes.length === 1);
    expect(kinds(world.outcomes)).toEqual(['taken']);
  });

  it('gives back what was not written, and what waits with it', async () => {
    const running = await startPlatform();
    const world = await openChat({ running, config: { windowSubmits: 1 } });
    await running.close();
    world.link.submit(chatParts(3));
    await until(() => world.outcomes.length === 3);
    expect(kinds(world.outcomes)).toEqual(times(3, 'unsent'));
    await untilState(world, 'unbound');
    expect(world.link.room()).toBe(0);
  });
});

describe('a number that may not send', () => {
  it('needs attention when the credential is refused at the start', async () => {
    const world = await openChat({ unbound: true, credential: 'another-token' });
    await untilState(world, 'needs_attention');
    expect(world.states.at(-1)).toMatchObject({
      words: 'the platform refuses the access credential: store a new one',
    });
  });

  it('needs attention when there is no such number', async () => {
    const config = { phoneNumberId: '399999999999999' };
    const world = await openChat({ unbound: true, config });
    await untilState(world, 'needs_attention');
  });

  it.each([
    ['token_lost', 'the platform refuses the access credential: store a new one'],
    ['locked', 'the platform has locked the account: see its business pages'],
    ['policy', 'the platform has locked the account: see its business pages'],
  ])('stops after %s and gives everything back', async (story, words) => {
    const world = await openChat({ config: { windowSubmits: 1 } });
    meet(world, { story });
    world.link.submit(chatParts(4));
    await until(() => world.outcomes.length === 4);
    expect(kinds(world.outcomes)).toEqual(times(4, 'unsent'));
    expect(world.states.at(-1)).toEqual({ kind: 'needs_attention', words });
    expect(world.link.room()).toBe(0);
    world.link.submit(chatParts(1));
    expect(heardMessages(world)).toHaveLength(1);
  });
});

describe('a stop', () => {
  it('waits for the answers that are out', async () => {
    const world = await openChat({ behaviour: { answerDelayMs: 100 } });
    world.link.submit(chatParts(3));
    await until(() => heardMessages(world).length === 3);
    await world.link.stop();
    expect(kinds(world.outcomes)).toEqual(times(3, 'taken'));
  });

  it('gives every part an outcome: what waits is unsent, what is silent ambiguous', async () => {
    const clock = stepClock();
    const world = await openChat({ clock, config: { windowSubmits: 2 } });
    meet(world, { count: 2, story: 'hangs' });
    world.link.submit(chatParts(5));
    await until(() => heardMessages(world).length === 2);
    const stopped = world.link.stop();
    clock.advance(10_000);
    await stopped;
    const byKey = world.outcomes.toSorted((a, b) => a.key - b.key);
    expect(kinds(byKey)).toEqual([...times(2, 'ambiguous'), ...times(3, 'unsent')]);
    expect(clock.pendingTimers()).toBe(0);
  });
});
