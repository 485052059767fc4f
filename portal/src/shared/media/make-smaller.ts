/** Photos of phones are several times as large as anybody needs to read a card on them. */

/** The longest side, in pixels: the small print of an identity card stays readable. */
const LONGEST = 2_400;
/** Below this nothing is gained. */
const SMALL_BYTES = 1024 * 1024;
const QUALITY = 0.85;

/** How large a picture becomes; its sides keep their proportion. */
export function sizeWithin(
  width: number,
  height: number,
  longest = LONGEST,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** As iPhones keep photos: by its type, its name, or how it begins. */
export async function isHeic(file: File): Promise<boolean> {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return true;
  const head = await file.slice(4, 12).text();
  return /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)$/.test(head);
}

/**
 * The file as it is uploaded: a photo as a JPEG that is not larger than needed, anything else as it
 * is. `unreadable`: a photo of an iPhone that this browser cannot open, nor can the service.
 */
export async function makeSmaller(file: File): Promise<File | 'unreadable'> {
  const wasHeic = await isHeic(file);
  if (!wasHeic && !file.type.startsWith('image/')) return file;
  const picture = await pictureOf(file);
  // The service says what is wrong with a picture that no program can read.
  if (picture === undefined) return wasHeic ? 'unreadable' : file;
  const { width, height } = sizeWithin(picture.width, picture.height);
  const isSmall = width === picture.width && file.size <= SMALL_BYTES;
  const isTaken = file.type === 'image/jpeg' || file.type === 'image/png';
  if (isSmall && isTaken) return file;
  const jpeg = await jpegOf(picture, width, height);
  picture.close();
  if (jpeg === undefined || (isTaken && jpeg.size >= file.size)) return file;
  return new File([jpeg], file.name.replace(/(?:\.[a-z]+)?$/i, '.jpg'), { type: jpeg.type });
}

/** The longest side of a preview, in pixels: a card of a list, on a screen with two for one. */
const PREVIEW = 400;
/** What the service takes. */
const PREVIEW_BYTES = 40_000;

/** A small JPEG of a picture, in base64; undefined: it is none that this browser can read. */
export async function previewOf(file: File): Promise<string | undefined> {
  if (!file.type.startsWith('image/')) return undefined;
  const picture = await pictureOf(file);
  if (picture === undefined) return undefined;
  const { width, height } = sizeWithin(picture.width, picture.height, PREVIEW);
  const jpeg = await jpegOf(picture, Math.max(1, width), Math.max(1, height));
  picture.close();
  if (jpeg === undefined || jpeg.size > PREVIEW_BYTES) return undefined;
  const octets = new Uint8Array(await jpeg.arrayBuffer());
  return btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''));
}

/** Upright, as the camera was held; undefined: the browser cannot read it. */
async function pictureOf(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return undefined;
  }
}

function jpegOf(picture: ImageBitmap, width: number, height: number): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const paper = canvas.getContext('2d');
  if (paper === null) return Promise.resolve(undefined);
  // A JPEG has no transparency: what is clear would be black.
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, width, height);
  paper.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY);
  });
}
