/**
 * Named values in the order in which they are written. All scalars are texts: callers compare them
 * as such.
 */
export type Tree = {
  readonly [name: string]: string | Tree | readonly Tree[] | readonly string[];
};

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * Writes the tree as XML under `<response>`: the names of the JSON form, entries of a list as
 * `<result>`.
 */
export function renderXml(tree: Tree): string {
  return `${DECLARATION}<response>${renderMembers(tree)}</response>`;
}

function renderMembers(tree: Tree): string {
  let xml = '';
  for (const [name, value] of Object.entries(tree))
    xml += `<${name}>${renderValue(value)}</${name}>`;
  return xml;
}

function renderValue(value: Tree[string]): string {
  if (typeof value === 'string') return escapeXml(value);
  if (!isList(value)) return renderMembers(value);
  let xml = '';
  for (const entry of value) xml += `<result>${renderValue(entry)}</result>`;
  return xml;
}

function isList(value: Tree[string]): value is readonly Tree[] | readonly string[] {
  return Array.isArray(value);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * XML 1.0 has no way to write most control characters and halves of characters; they become U+FFFD.
 */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
