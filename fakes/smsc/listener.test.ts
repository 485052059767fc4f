import { afterEach, describe, expect, it } from 'vitest';
import { connect, Session, type CloseReason, type Outcome } from '@paigham/smpp';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../test/support/certificates.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { Behaviour } from './knobs.ts';
import { Operator } from './operator.ts';
import { plainOptions, type OperatorOptions } from './options.ts';

const operators: Operator[] = [];
afterEach(async () => {
  for (const operator of operators.splice(0)) await operator.close();
});

async function listen(behaviour: Partial<Behaviour>, options: Partial<OperatorOptions> = {}) {
  const operator = new Operator({ ...plainOptions, ...options, port: 0, behaviour });
  operators.push(operator);
  return { operator, port: await operator.listen() };
}

/** Binds; returns the status of the answer and, once the link has ended, why. */
async function bind(port: number, tls?: { readonly verify: boolean }) {
  const to = { host: '127.0.0.1', port, timeoutMs: 5_000 };
  const connected = await connect(tls === undefined ? to : { ...to, tls });
  if (!connected.ok) return connected.words;
  const heard: { outcome?: Outcome; closed?: CloseReason } = {};
  const timing = { enquireLinkMs: 1_000, responseTimeoutMs: 1_000 };
  const session = new Session<undefined>(connected.socket, timing, {
    onOutcome: (_, outcome) => void (heard.outcome = outcome),
    onRequest: () => undefined,
    onClose: (reason) => void (heard.closed = reason),
  });
  const names = { systemId: 'paigham', password: 'x', systemType: '', addressRange: '' };
  const numbers = { interfaceVersion: 0x34, addressTon: 0, addressNpi: 0 };
  session.request({ command: 'bind_transceiver', ...names, ...numbers }, undefined);
  await eventually('the answer', () => heard.outcome !== undefined);
  const status = heard.outcome?.kind === 'answered' ? heard.outcome.pdu.status : undefined;
  return { heard, session, status };
}

describe('an operator', () => {
  it('may speak TLS only', async () => {
    const { operator, port } = await listen(
      {},
      { tlsCertificate: CERTIFICATE, tlsKey: CERTIFICATE_KEY },
    );
    expect(await bind(port, { verify: false })).toMatchObject({ status: 0 });
    expect(await bind(port, { verify: true })).toContain('it is signed by itself');
    expect(operator.tally.counts.binds).toBe(1);
  });

  it('may limit the number of binds', async () => {
    const { port } = await listen({ mostBinds: 2 });
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push(await bind(port));
    expect(statuses).toMatchObject([{ status: 0 }, { status: 0 }, { status: 0x05 }]);
  });

  it('may die and come back, again and again, until told to stay up', async () => {
    const { operator, port } = await listen({ restartEveryMs: 100, restartPauseMs: 20 });
    for (let restart = 0; restart < 2; restart += 1) {
      const link = await eventually('a bind', async () => {
        const bound = await bind(port);
        return typeof bound === 'object' && bound.status === 0 && bound;
      });
      await eventually('the end of it', () => link.heard.closed !== undefined);
    }
    await operator.change({ restartEveryMs: 0, accepting: true });
    expect(await eventually('a bind', async () => typeof (await bind(port)) === 'object')).toBe(
      true,
    );
  });

  it('may ignore enquire_link', async () => {
    const { operator, port } = await listen({ answeringEnquiries: false });
    const link = await bind(port);
    if (typeof link === 'string') throw new Error(link);
    await eventually('the end of it', () => link.heard.closed !== undefined);
    expect(link.heard.closed).toEqual({ kind: 'enquire_link_unanswered' });
    await eventually('the end of it there', () => operator.links.size === 0);
  });
});
