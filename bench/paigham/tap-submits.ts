/**
 * Loaded into our node with `--import`: records when each submit_sm is handed to the socket, by the
 * sender's own clock and after everything that the service does, and writes the times to a file
 * when the process ends. SUBMIT_TAP_PORT is the operator's port, SUBMIT_TAP_FILE the file.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';

const port = Number(process.env['SUBMIT_TAP_PORT']);
const file = process.env['SUBMIT_TAP_FILE'] ?? '';
const SUBMIT_SM = 0x04;
const HEADER_OCTETS = 16;
const sentAtMs: number[] = [];

/** The service writes whole PDUs. */
function countSubmits(octets: Buffer): number {
  let submits = 0;
  for (let at = 0; at + HEADER_OCTETS <= octets.length; at += octets.readUInt32BE(at)) {
    if (octets.readUInt32BE(at + 4) === SUBMIT_SM) submits += 1;
  }
  return submits;
}

type Write = (this: Socket, ...given: readonly unknown[]) => boolean;
const write = Reflect.get(Socket.prototype, 'write') as Write;
const tapped: Write = function (...given) {
  const [octets] = given;
  if (this.remotePort === port && Buffer.isBuffer(octets)) {
    const nowMs = performance.timeOrigin + performance.now();
    for (let left = countSubmits(octets); left > 0; left -= 1) sentAtMs.push(nowMs);
  }
  return write.apply(this, [...given]);
};
Reflect.set(Socket.prototype, 'write', tapped);
process.once('exit', () => writeFileSync(file, JSON.stringify(sentAtMs)));
