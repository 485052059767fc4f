/** One HTTP request that carries a webhook, and its signature. */

import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** What came of a request: its HTTP status, 0 when no answer came, and why. */
export type Heeded = { readonly status: number; readonly tookMs: number; readonly words: string };

const longestAnswer = 65_536;

/** What `X-Hub-Signature-256` says of the octets. */
export function sign(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export class Wire {
  private readonly plain = new HttpAgent({ keepAlive: true });
  private readonly secure = new HttpsAgent({ keepAlive: true });

  /** Posts the octets and waits for the whole answer, at most so long. Never rejects. */
  post(url: string, body: Buffer, signature: string, timeoutMs: number): Promise<Heeded> {
    const startMs = performance.now();
    const isTls = url.startsWith('https:');
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': 'facebookexternalua',
      accept: '*/*',
      ...(signature === '' ? {} : { 'x-hub-signature-256': signature }),
    };
    const options = { method: 'POST', headers, agent: isTls ? this.secure : this.plain };
    return new Promise((resolve) => {
      const end = (status: number, words: string): void => {
        clearTimeout(timer);
        resolve({ status, words, tookMs: Math.round(performance.now() - startMs) });
      };
      const sent = isTls ? httpsRequest(url, options) : httpRequest(url, options);
      const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), timeoutMs);
      sent.on('error', (error) => end(0, error.message));
      sent.on('response', (response) => {
        let octets = 0;
        response.on('data', (chunk: Buffer) => {
          octets += chunk.length;
          if (octets > longestAnswer) response.destroy();
        });
        response.on('close', () => {
          const isWhole = response.complete || octets > longestAnswer;
          end(isWhole ? (response.statusCode ?? 0) : 0, isWhole ? '' : 'the answer broke off');
        });
      });
      sent.end(body);
    });
  }

  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}
