/** What chat operations need in tests that do not use the chat platform. */
import type { ChatAdmin } from '../../src/features/chat-numbers/chat-admin.ts';
import type { Admin } from '../../src/operations/admin.ts';
import type { ChatPlatform } from '../../src/domain/chat/platform.ts';
import { stepClock } from './step-clock.ts';
import { createIds } from '../../src/kit/ids.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createSeal } from '../../src/kit/seal.ts';
import { NO_SAMPLES } from './chat-world.ts';

/** A context for code that does not use the chat platform. */
export function withoutPlatform(admin: Admin): ChatAdmin {
  const unsent = () => Promise.resolve({ kind: 'unsent', why: 'there is none' } as const);
  const platform: ChatPlatform = {
    listTemplates: unsent,
    createTemplate: unsent,
    editTemplate: unsent,
    deleteTemplate: unsent,
    listNumbers: unsent,
    describeNumbers: unsent,
    subscribe: unsent,
    takeThread: unsent,
    readCredential: unsent,
    uploadSample: unsent,
    readMedia: unsent,
    exchangeCode: unsent,
    readGrant: unsent,
    registerNumber: unsent,
    readHealth: unsent,
    syncPhone: unsent,
  };
  return { ...admin, platform, samples: NO_SAMPLES };
}

/** The same without a database, for interfaces of which other endpoints are tested. */
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
    seal: createSeal([Buffer.alloc(32, 7)], machineRandom),
    ids: createIds(() => 0, clock, machineRandom),
    publicAddress: '',
  };
  const look = { texts: never, files: never };
  const reader = { read: never };
  return { reader, reports: reader, chat: withoutPlatform(admin), publicHost: '', look };
}
