/** Beginning a registration. While many do, the browser works for some seconds first. */
import { api, type Takes } from '../../shared/api/api.ts';
import { isRefusedFor } from '../../shared/api/queries.ts';

type Registration = Takes<'register'>['body'];

/** Returns the token that confirms it. */
export async function register(body: Registration): Promise<string> {
  try {
    return (await api.call('register', { body })).token;
  } catch (error) {
    if (!isRefusedFor(error, 'work_needed')) throw error;
    const work = await doWork(await api.call('askForWork'));
    return (await api.call('register', { body: { ...body, work } })).token;
  }
}

type Work = {
  readonly challenge: string;
  readonly iterations: number;
  readonly zero_bits: number;
};

/** The first number whose PBKDF2 with the challenge begins with so many zero bits. */
async function doWork({ challenge, iterations, zero_bits }: Work): Promise<string> {
  const octets = (text: string) => new TextEncoder().encode(text);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: octets(challenge), iterations };
  for (let number = 0; ; number += 1) {
    const given = octets(String(number));
    const key = await crypto.subtle.importKey('raw', given, 'PBKDF2', false, ['deriveBits']);
    const bits = new DataView(await crypto.subtle.deriveBits(how, key, 32));
    if (bits.getUint32(0) >>> (32 - zero_bits) === 0) return `${challenge}:${number}`;
  }
}
