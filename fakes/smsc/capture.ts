/**
 * The last bytes of one link, in the format that text2pcap reads: `text2pcap -D -T 40000,2775`
 * turns them into a capture that Wireshark and tshark decode.
 */

/** The most an IP packet can hold. */
const packetOctets = 32_768;

export class Capture {
  private readonly limitOctets: number;
  private readonly chunks: { readonly direction: 'I' | 'O'; readonly bytes: Buffer }[] = [];
  private octets = 0;

  constructor(limitOctets: number) {
    this.limitOctets = limitOctets;
  }

  /** Records what a session sends and receives, up to the limit, so that the start is complete. */
  readonly tap = (direction: 'in' | 'out', bytes: Buffer): void => {
    if (this.octets + bytes.length > this.limitOctets) return;
    this.octets += bytes.length;
    this.chunks.push({ direction: direction === 'in' ? 'I' : 'O', bytes: Buffer.from(bytes) });
  };

  print(): string {
    const lines: string[] = [];
    for (const { direction, bytes } of this.chunks) {
      for (let at = 0; at < bytes.length; at += packetOctets) {
        lines.push(direction);
        printOctets(bytes.subarray(at, at + packetOctets), lines);
      }
    }
    return lines.join('\n') + '\n';
  }
}

function printOctets(bytes: Buffer, lines: string[]): void {
  for (let at = 0; at < bytes.length; at += 16) {
    const hex = bytes
      .subarray(at, at + 16)
      .toString('hex')
      .replaceAll(/../g, ' $&');
    lines.push(`${at.toString(16).padStart(6, '0')}${hex}`);
  }
  lines.push('');
}
