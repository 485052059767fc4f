/** Documents for verifications: the least that counts as each kind of file. */

export const PDF: Buffer = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n');

/** A JPEG with a frame header of this size, and no picture. */
export function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.alloc(9);
  frame.set([0xff, 0xc0, 0, 11, 8]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc4, 0, 2]);
  return Buffer.concat([head, frame, Buffer.from([0, 0, 0, 0, 0xff, 0xd9])]);
}

/** A PNG with a header of this size, and no picture. */
export function pngOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const head = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  return Buffer.concat([head, size, Buffer.from('\x08\x02\0\0\0....\0\0\0\0IEND....', 'latin1')]);
}
