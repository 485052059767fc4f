/** A template under an idempotency key, when the program dies between its row and the answer. */
import { NO_SAMPLES } from '../support/chat-world.ts';
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { ChatAdmin } from '../../src/features/chat-numbers/chat-admin.ts';
import { createChatTemplate } from '../../src/features/chat-templates/create-template.ts';
import { limit } from '../../src/domain/limits.ts';
import { setClock, type SetClock } from '../support/set-clock.ts';
import { openTemplateWorld, propose, type TemplateBench } from './template-bench.ts';

const { accountId, begin } = await openTemplateWorld();
let admin: ChatAdmin;
let bench: TemplateBench;
let clock: SetClock;

beforeEach(async () => {
  ({ admin, bench } = await begin());
  clock = setClock(admin.clock.nowMs());
  admin = { ...admin, clock };
});

type Create = ChatAdmin['platform']['createTemplate'];

const asking = (createTemplate: Create): ChatAdmin => {
  return { ...admin, platform: { ...admin.platform, createTemplate } };
};

/** The program ends here: nothing that would come after is done. */
const die: Create = () => Promise.reject(new Error('the program is dead'));

const never: Create = () => {
  throw new Error('the platform is asked a second time');
};

const request = () => {
  const idempotency = { key: randomBytes(8).toString('hex'), requestHash: 'ab'.repeat(32) };
  return { accountId, business: undefined, proposal: propose(), idempotency };
};

it.each<[string, Create]>([
  ['before the platform has heard of it', die],
  [
    'before the platform’s answer is written down',
    async (...asked) => {
      await admin.platform.createTemplate(...asked);
      return die(...asked);
    },
  ],
])('a repetition after a crash %s gives the template, and asks nobody', async (_, crash) => {
  const asked = request();
  await expect(createChatTemplate(asking(crash), asked)).rejects.toThrow('dead');
  const left = await bench.named(asked.proposal.name);
  // Whether it has died or is at it is not to be known while the platform may still answer.
  clock.setTo(clock.nowMs() + 2 * limit('chatAdminTimeoutMs') - 1);
  const soon = await createChatTemplate(asking(never), asked);
  expect(soon).toMatchObject({ ok: false, key: 'idempotency_running' });
  clock.setTo(clock.nowMs() + 1);
  const late = await createChatTemplate(asking(never), asked);
  expect(late).toEqual({ ok: true, value: left?.id, replayed: true });
});

it('a repetition fetches no sample again, whatever became of its link', async () => {
  const sampleUrl = 'https://a.example/a.png';
  const asked = { ...request(), proposal: propose({ header: { type: 'image', sampleUrl } }) };
  const first = await createChatTemplate(admin, asked);
  expect(first).toMatchObject({ ok: true, replayed: false });
  const take = () => Promise.resolve({ ok: false, rule: 'is gone' } as const);
  const samples = { ...NO_SAMPLES, take };
  const again = await createChatTemplate({ ...asking(never), samples }, asked);
  expect(again).toEqual({ ...first, replayed: true });
});

it('what the platform never heard of leaves the key free', async () => {
  const asked = request();
  const unsent: Create = () => Promise.resolve({ kind: 'unsent', why: 'no way there' });
  const refused = await createChatTemplate(asking(unsent), asked);
  expect(refused).toMatchObject({ ok: false, platform: 'unreachable' });
  expect(await createChatTemplate(admin, asked)).toMatchObject({ ok: true, replayed: false });
});

it('a key is forgotten after its hours, and stands for a new request then', async () => {
  const asked = request();
  expect(await createChatTemplate(admin, asked)).toMatchObject({ ok: true, replayed: false });
  clock.setTo(clock.nowMs() + limit('idempotencyHours') * 3_600_000);
  expect(await createChatTemplate(admin, asked)).toMatchObject({ ok: false, field: 'name' });
});
