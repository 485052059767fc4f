/** Small files for templates that are planted with a media header and bring no sample. */

import { crc32, deflateSync } from 'node:zlib';

export type Sample = {
  readonly mimeType: string;
  readonly fileName: string;
  readonly bytes: Buffer;
};

/** A sample for a header format; undefined for formats without a file. */
export function sampleFor(format: string): Sample | undefined {
  switch (format) {
    case 'IMAGE':
      return { mimeType: 'image/png', fileName: 'sample.png', bytes: drawHills(320, 168) };
    case 'DOCUMENT':
      return { mimeType: 'application/pdf', fileName: 'sample.pdf', bytes: writePage('Sample') };
    case 'VIDEO':
      // The first box of a film, by which its kind is known; there is nothing to see.
      return {
        mimeType: 'video/mp4',
        fileName: 'sample.mp4',
        bytes: Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isommp42\0\0\0\u0008free', 'latin1'),
      };
    default:
      return undefined;
  }
}

/** A picture of hills under a low sun, as PNG. */
function drawHills(width: number, height: number): Buffer {
  const line = width * 3 + 1;
  const raw = Buffer.alloc(line * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      raw.set(colourAt(column / width, row / height), row * line + 1 + column * 3);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(raw)), chunk('IEND')];
  return Buffer.concat([signature, ...parts]);
}

function colourAt(x: number, y: number): readonly [number, number, number] {
  if (Math.hypot(x - 0.72, (y - 0.42) * 0.53) < 0.1) return [255, 224, 150];
  if (y > 0.66 + 0.09 * Math.sin(x * 7)) return [22, 88, 76];
  if (y > 0.55 + 0.12 * Math.sin(x * 4 + 2)) return [52, 128, 110];
  return [242 - 60 * y, 190 - 20 * x, 150 + 70 * y];
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** One page with one word, as PDF. */
function writePage(word: string): Buffer {
  const stream = `BT /F1 36 Tf 60 120 Td (${word}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R' +
      '/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}`;
  return Buffer.from(`${text}${table}${trailer}\n%%EOF\n`, 'latin1');
}
