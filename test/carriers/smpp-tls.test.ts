import { afterEach, describe, expect, it } from 'vitest';
import {
  CERTIFICATE,
  CERTIFICATE_KEY,
  EXPIRED_CERTIFICATE,
  EXPIRED_CERTIFICATE_KEY,
  OTHER_CERTIFICATE,
} from '../support/certificates.ts';
import { closeAll, kinds, open, parts, times, until, type Heard } from './linked.ts';

afterEach(closeAll);

const operator = { tlsCertificate: CERTIFICATE, tlsKey: CERTIFICATE_KEY };
const trusted = { tls: 'verified', tlsServerName: 'smsc.example', tlsAuthority: CERTIFICATE };

const whyNot = async (world: Heard): Promise<string> => {
  await until(() => world.link.state().kind === 'waiting', 'the refusal');
  const state = world.link.state();
  return 'words' in state ? state.words : '';
};

describe('an encrypted link', () => {
  it.each([
    ['to an operator whose certificate is checked', trusted],
    ['to one with any certificate, when told so', { tls: 'unverified' }],
  ])('%s carries messages and receipts', async (_, config) => {
    const world = await open({ operator, config: { ...config, binds: 2 } });
    world.link.submit(parts(20));
    await until(() => world.inbound.length === 20, 'the receipts');
    expect(kinds(world.outcomes)).toEqual(times(20, 'taken'));
    await world.link.stop();
    await until(() => world.operator.links.size === 0, 'the goodbye');
  });

  it('comes back after a loss', async () => {
    const world = await open({ operator, config: trusted });
    for (const link of world.operator.links.values()) link.drop('test');
    await until(() => world.states.filter((state) => state === 'bound').length === 2, 'the return');
  });

  it.each([
    ['is signed by itself', { tls: 'verified', tlsServerName: 'smsc.example' }, 'signed by itself'],
    [
      'is signed by another authority',
      { ...trusted, tlsAuthority: OTHER_CERTIFICATE },
      'signed by',
    ],
    ['is for another name', { ...trusted, tlsServerName: '' }, 'it is for another name'],
  ])('is not made when the certificate %s, and says why', async (_, config, words) => {
    const world = await open({ operator, config, unbound: true });
    expect(await whyNot(world)).toContain('the certificate of the peer is refused');
    expect(await whyNot(world)).toContain(words);
    expect(world.operator.tally.counts.binds).toBe(0);
  });

  it('is not made when the certificate is over', async () => {
    const old = { tlsCertificate: EXPIRED_CERTIFICATE, tlsKey: EXPIRED_CERTIFICATE_KEY };
    const config = { ...trusted, tlsAuthority: EXPIRED_CERTIFICATE };
    const world = await open({ operator: old, config, unbound: true });
    expect(await whyNot(world)).toContain('it has expired');
  });

  it('is not made to an operator that does not encrypt', async () => {
    const world = await open({ config: { tls: 'unverified' }, unbound: true });
    expect(await whyNot(world)).toContain('TLS');
  });

  it('is not made with an authority that is none', async () => {
    const tlsAuthority = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    const world = await open({ operator, config: { ...trusted, tlsAuthority }, unbound: true });
    expect(await whyNot(world)).toContain('TLS cannot be set up');
  });

  it('is not what a plain link makes of an operator that encrypts', async () => {
    const world = await open({ operator, config: { answerTimeoutMs: 300 }, unbound: true });
    expect(await whyNot(world)).not.toBe('');
    expect(world.operator.tally.counts.binds).toBe(0);
  });
});
