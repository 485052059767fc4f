/** What the content type and the heads of a multipart form say. */
import { decodePlainOctets } from './percent.ts';

/** The boundary that a content type names; undefined when it names none that RFC 2046 allows. */
export function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && boundary.length <= 70 ? boundary : undefined;
}

export type PartHead = {
  readonly name: string;
  /** undefined: it is a field. */
  readonly fileName: string | undefined;
};

/** Why a head cannot be taken; the part's name where it has one. */
export type PartHeadFault = { readonly why: string; readonly name?: string };

/** Reads the head of a part. */
export function readPartHead(octets: Buffer): PartHead | PartHeadFault {
  const head = decodePlainOctets(octets);
  if (!('text' in head)) return { why: head.why };
  const { text } = head;
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(text)?.[1] ?? '';
  const name = parameterOf(disposition, 'name');
  if (name === undefined) return { why: 'it has no name' };
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(text)?.[1]?.toLowerCase();
  if (encoding !== undefined && !['7bit', '8bit', 'binary'].includes(encoding)) {
    return { why: 'its transfer encoding is not taken', name };
  }
  const isFile = /(?:^|[\s;])filename\*?=/i.test(disposition);
  return { name, fileName: isFile ? fileNameIn(disposition) : undefined };
}

function parameterOf(disposition: string, parameter: string): string | undefined {
  const wanted = new RegExp(
    `(?:^|[\\s;])${parameter}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`,
    'i',
  );
  const match = wanted.exec(disposition);
  return match?.[1]?.replaceAll(/\\(.)/g, '$1') ?? match?.[2];
}

/** The last piece of what the caller calls it; RFC 7578 has UTF-8 as it stands. */
function fileNameIn(disposition: string): string {
  const named = parameterOf(disposition, 'filename') ?? encodedNameIn(disposition) ?? '';
  return named.split(/[/\\]/).at(-1) ?? '';
}

/** RFC 7578 forbids `filename*`; some clients write nothing else. */
function encodedNameIn(disposition: string): string | undefined {
  const encoded = /filename\*=utf-8'[^']*'([^\s;]+)/i.exec(disposition)?.[1];
  if (encoded === undefined) return undefined;
  const octets = encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const decoded = decodePlainOctets(Buffer.from(octets, 'latin1'));
  return 'text' in decoded ? decoded.text : undefined;
}
