/** A wording with its `#placeholders#`: cut up, filled, and shown so that they stand out. */
import { Text } from '@mantine/core';
import classes from './wording.module.css';

export type Piece = {
  readonly text: string;
  readonly kind: 'text' | 'variable' | 'broken';
};

const NAME = '[A-Za-z][A-Za-z0-9_]{0,49}';
/** As the service reads them; what looks like one but is none would reach people unchanged. */
const BROKEN = `#[^#\\s](?:[^#\\n]{0,48}[^#\\s])?#|(?<![\\w#])#\\s*${NAME}\\s*#(?![\\w#])`;
const MARKS = new RegExp(`#${NAME}#|${BROKEN}`, 'g');
const VARIABLE = new RegExp(`^#(${NAME})#$`);

/** All of the wording, in order. */
export function piecesOf(message: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: text, index } of message.matchAll(MARKS)) {
    if (index > from) pieces.push({ text: message.slice(from, index), kind: 'text' });
    pieces.push({ text, kind: VARIABLE.test(text) ? 'variable' : 'broken' });
    from = index + text.length;
  }
  if (from < message.length) pieces.push({ text: message.slice(from), kind: 'text' });
  return pieces;
}

/** The names of the placeholders, once each, in order. */
export function namesIn(message: string): readonly string[] {
  const names = piecesOf(message).flatMap(({ text }) => VARIABLE.exec(text)?.[1] ?? []);
  return [...new Set(names)];
}

const HALF = new RegExp(`(?<![\\w#])#(${NAME})(?![\\w#])`);

/** The name of what may be half a placeholder, or a hashtag: only its author knows. */
export function halfIn(message: string): string | undefined {
  const texts = piecesOf(message).filter(({ kind }) => kind === 'text');
  return texts.map(({ text }) => HALF.exec(text)?.[1]).find((name) => name !== undefined);
}

/** The text with values; a placeholder without one stays. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return piecesOf(message)
    .map(({ text }) => values[VARIABLE.exec(text)?.[1] ?? ''] ?? text)
    .join('');
}

export function Pieces({ message }: { readonly message: string }) {
  return piecesOf(message).map(({ text, kind }, place) =>
    kind === 'text' ? (
      text
    ) : (
      <span key={place} className={classes[kind]}>
        {text}
      </span>
    ),
  );
}

/** A wording to read. */
export function Wording({ message }: { readonly message: string }) {
  return (
    <Text dir="auto" className={classes['wording']}>
      <Pieces message={message} />
    </Text>
  );
}
