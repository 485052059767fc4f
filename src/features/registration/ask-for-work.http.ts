/** Work that a registration has to show while many register. */
import type { RegistrationDeps } from './registration.ts';
import { Type } from '../../kit/shape.ts';
import { checkWork, makeChallenge, WORK } from '../../kit/proof-of-work.ts';
import type { PersonEndpoint } from '../../api/v1/endpoint.ts';
import { closed, showTime } from '../../operations/resource.ts';
import type { Tries } from '../sign-in/tries.http.ts';
import { getOne } from '../../api/v1/list.ts';

type WorkDeps = {
  readonly registering: Pick<RegistrationDeps, 'admin'>;
  readonly tries: Tries;
};

const CHALLENGE = closed(
  {
    needed: Type.Boolean({ description: 'Whether a registration has to show it now.' }),
    challenge: Type.String(),
    iterations: Type.Integer(),
    zero_bits: Type.Integer(),
    valid_until: Type.String({ format: 'date-time' }),
  },
  {
    title: 'RegistrationWork',
    description:
      'work is "challenge:n": n is the first number (0, 1, 2 …), in decimal digits, of which ' +
      'PBKDF2-HMAC-SHA-256 (password n, salt challenge, so many iterations) begins with so many ' +
      'zero bits. Each is taken once.',
  },
);

/** Whether somebody has done the work, and shows it for the first time. */
export async function hasWorked(
  { registering: { admin }, tries }: WorkDeps,
  work: string | undefined,
): Promise<boolean> {
  const challenge = work === undefined ? undefined : await checkWork(admin, work);
  return challenge !== undefined && !(await tries.spend('work', [challenge]));
}

export function createAskForWork({ registering: { admin }, tries }: WorkDeps): PersonEndpoint {
  return getOne({
    path: '/v1/registrations/work',
    name: 'askForWork',
    who: 'anyone',
    about: 'Work for your machine, which a registration has to show while many register.',
    gives: CHALLENGE,
    async find() {
      const { challenge, untilMs } = makeChallenge(admin);
      const { iterations, zeroBits } = WORK;
      return {
        needed: await tries.areMany(),
        challenge,
        iterations,
        zero_bits: zeroBits,
        valid_until: showTime(untilMs),
      };
    },
  });
}
