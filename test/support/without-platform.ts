/** What chat operations stand on in tests in which nothing is to be asked of the chat platform. */
import type { ChatAdmin } from '../../src/admin/chat/chat-admin.ts';
import type { Admin } from '../../src/admin/admin.ts';
import type { ChatPlatform } from '../../src/domain/chat/platform.ts';
import { stepClock } from '../../src/kit/clock.ts';
import { createIds } from '../../src/kit/ids.ts';
import { machineRandom } from '../../src/kit/random.ts';
import { createSeal } from '../../src/kit/seal.ts';
import { NO_SAMPLES } from './chat-world.ts';

/** A context that can be handed where nothing is asked of the chat platform. */
export function withoutPlatform(admin: Admin): ChatAdmin {
  const unsent = () => Promise.resolve({ kind: 'unsent', why: 'there is none' } as const);
  const platform: ChatPlatform = {
    listTemplates: unsent,
    createTemplate: unsent,
    editTemplate: unsent,
    deleteTemplate: unsent,
    listNumbers: unsent,
    readNumber: unsent,
    subscribe: unsent,
    readCredential: unsent,
    uploadSample: unsent,
    readMedia: unsent,
  };
  return { ...admin, platform, samples: NO_SAMPLES, publicAddress: '' };
}

/** The same without a database, for doors of which other endpoints are asked. */
export function chatWithoutAnything() {
  const never = (): never => {
    throw new Error('nothing is asked of the chat service here');
  };
  const clock = stepClock();
  const admin: Admin = {
    transact: never,
    actor: 'test',
    clock,
    random: machineRandom,
    seal: createSeal(Buffer.alloc(32, 7), machineRandom),
    ids: createIds(() => 0, clock, machineRandom),
  };
  const look = { texts: never, files: never };
  return { reader: { read: never }, chat: withoutPlatform(admin), publicHost: '', look };
}
