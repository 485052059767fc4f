import { describe, expect, it } from 'vitest';
import { DEMO_PICTURE } from '../../demo/demo-picture.ts';
import { limit } from '../limits.ts';
import { faultOfLook, faultOfPreview, sizeOfPicture } from './picture.ts';

/** The beginning of a PNG of this size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

/** The beginning of a JPEG of this size: with what a camera writes before, and padding. */
function jpeg(width: number, height: number, frame = 0xc0): Buffer {
  const exif = Buffer.alloc(70_000, 0x41);
  exif.write('ffe1fffe', 0, 'hex');
  const rest = Buffer.from('ffffff00001108000000000300', 'hex');
  rest.writeUInt8(frame, 3);
  rest.writeUInt16BE(height, 7);
  rest.writeUInt16BE(width, 9);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), exif.subarray(0, 0x10000), rest]);
}

describe('the size of a picture', () => {
  it('is in the first chunk of a PNG', () => {
    expect(sizeOfPicture(png(640, 480))).toEqual({ width: 640, height: 480 });
  });

  it.each([0xc0, 0xc1, 0xc2, 0xcf])('is in the frame %i of a JPEG', (frame) => {
    expect(sizeOfPicture(jpeg(4_000, 3_000, frame))).toEqual({ width: 4_000, height: 3_000 });
  });

  it.each([
    ['cut short', png(640, 480).subarray(0, 20)],
    ['of no width', png(0, 480)],
    ['without a frame', jpeg(640, 480, 0xc4)],
    ['of nothing but marks', Buffer.from('ffd8ffffffffffffffffffffffff', 'hex')],
    ['of letters', Buffer.from('\u00ff\u00d8\u00ff<html>hello, hello</html>', 'latin1')],
  ])('is not in one %s', (_, octets) => {
    expect(sizeOfPicture(octets)).toBeUndefined();
  });
});

describe('what a library keeps', () => {
  const side = Math.sqrt(limit('mediaPixels'));

  it('is pictures, up to a size', () => {
    expect(faultOfLook(DEMO_PICTURE)).toBeUndefined();
    expect(faultOfLook(png(Math.floor(side), Math.floor(side)))).toBeUndefined();
    expect(faultOfLook(png(Math.ceil(side) + 1, Math.ceil(side)))).toMatch(/50 million pixels/);
    expect(faultOfLook(png(0, 1))).toMatch(/^is damaged/);
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\uFEFF <?xml version="1.0"?><svg/>',
    '<!DOCTYPE html><p>Hello</p>',
    '<!-- hello --><html>',
    '<script>alert(1)</script>',
  ])('is no page and no drawing: %s', (text) => {
    expect(faultOfLook(Buffer.from(text))).toMatch(/^is a web page/);
  });

  it.each(['Prices: < 100', '<3 from all of us', 'name,price\nlamp,1200'])(
    'is texts: %s',
    (text) => {
      expect(faultOfLook(Buffer.from(text))).toBeUndefined();
    },
  );
});

it('a preview is a small JPEG', () => {
  const large = jpeg(500, 500).subarray(0, limit('mediaPreviewBytes'));
  expect(faultOfPreview(large)).toMatch(/^must be a JPEG/);
  const small = Buffer.concat([Buffer.from('ffd8', 'hex'), jpeg(500, 500).subarray(0x10002)]);
  expect(faultOfPreview(small)).toBeUndefined();
  const most = Buffer.concat([small, Buffer.alloc(limit('mediaPreviewBytes') - small.length)]);
  expect(faultOfPreview(most)).toBeUndefined();
  expect(faultOfPreview(Buffer.concat([most, Buffer.of(0)]))).toMatch(/^must be a JPEG/);
  expect(faultOfPreview(png(10, 10))).toMatch(/^must be a JPEG/);
  expect(faultOfPreview(Buffer.of())).toMatch(/^must be a JPEG/);
});
