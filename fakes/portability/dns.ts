/** The DNS port: NAPTR records of numbers under e164.arpa (RFC 6116, RFC 4769), over UDP. */
import { createSocket, type Socket } from 'node:dgram';
import type { Admin } from './admin.ts';
import { composeAnswer, RCODES, readQuestion, type Naptr, type Question } from './naptr.ts';
import { ROUTING_NUMBERS } from './table.ts';

const SUFFIX = '.e164.arpa';

/** Starts it on 127.0.0.1; resolves with the socket and its port. */
export function listenDns(
  admin: Admin,
  port: number,
): Promise<{ readonly socket: Socket; readonly port: number }> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    answerTo(admin, message)
      .then((answer) => answer && socket.send(answer, from.port, from.address))
      .catch((error: unknown) => console.error(error));
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, '127.0.0.1', () => resolve({ socket, port: socket.address().port }));
  });
}

async function answerTo(admin: Admin, message: Buffer): Promise<Buffer | undefined> {
  const question = readQuestion(message);
  if (question === undefined) return undefined;
  const number = numberOf(question);
  if (number === undefined) return composeAnswer(question, RCODES.noSuchName, []);
  switch (await admin.hear('dns', [number])) {
    case 'silent':
      return undefined;
    case 'fail':
      return composeAnswer(question, RCODES.serverFailure, []);
    case 'too_fast':
      return composeAnswer(question, RCODES.refused, []);
    case 'garbage':
      return composeAnswer(question, RCODES.noError, [{ service: 'E2U+pstn:tel', regexp: '!' }]);
    case 'answer': {
      const record = recordOf(admin, number);
      if (record === undefined) return composeAnswer(question, RCODES.noSuchName, []);
      return composeAnswer(question, RCODES.noError, [record]);
    }
  }
}

function numberOf({ name, isNaptr }: Question): string | undefined {
  if (!isNaptr || !name.endsWith(SUFFIX)) return undefined;
  const digits = name.slice(0, -SUFFIX.length).split('.');
  return digits.every((digit) => /^\d$/.test(digit)) ? digits.toReversed().join('') : undefined;
}

/** A number never ported has no routing number: the record only says that it was looked up. */
function recordOf(admin: Admin, asked: string): Naptr | undefined {
  const { number, operator, isPorted } = admin.entry(asked);
  if (operator === undefined) return undefined;
  const routing = ROUTING_NUMBERS[operator] ?? operator;
  const rn = isPorted || admin.behaviour.wrongWord !== '' ? `;rn=+${routing}-7` : '';
  return { service: 'E2U+pstn:tel', regexp: `!^.*$!tel:+${number};npdi${rn}!` };
}
