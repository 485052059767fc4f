import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

/** From the test of the reference program, src/test.c of phc-winner-argon2. */
const CHEAP =
  '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';

describe('password', () => {
  it('knows the right one from a wrong one', async () => {
    const hash = await hashPassword('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword('correct horse battery', hash)).toBe('right');
    expect(await verifyPassword('correct horse batterY', hash)).toBe('wrong');
    expect(await verifyPassword('', hash)).toBe('wrong');
  });

  it('salts: the same password twice gives two hashes', async () => {
    const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')]);
    expect(first).not.toBe(second);
  });

  it('takes an accented letter in either of its spellings', async () => {
    const hash = await hashPassword('caf\u00e9');
    expect(await verifyPassword('cafe\u0301', hash)).toBe('right');
  });

  it('reads hashes of other costs, as long as they are argon2id', async () => {
    expect(await verifyPassword('password', CHEAP)).toBe('right');
  });

  it('throws on a stored hash of another kind, rather than letting anybody in or out', async () => {
    await expect(verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow('PHC');
  });

  it('says busy instead of queueing without end', async () => {
    const all = Array.from({ length: 60 }, () => verifyPassword('password', CHEAP));
    const verdicts = await Promise.all(all);
    expect(verdicts.filter((verdict) => verdict === 'right')).toHaveLength(52);
    expect(verdicts.filter((verdict) => verdict === 'busy')).toHaveLength(8);
  });
});
