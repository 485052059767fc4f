/** A template as the platform keeps it, and what can be read off its components. */

import type { BusinessAccount } from '../accounts.ts';
import { recordsOf, textOf, type Json } from '../json.ts';

export type Template = {
  readonly id: string;
  readonly account: BusinessAccount;
  readonly name: string;
  readonly language: string;
  category: string;
  /** What the category is going to be, when the platform has announced it; '' otherwise. */
  correctCategory: string;
  status: string;
  /** Why it was rejected; NONE otherwise. */
  reason: string;
  quality: string;
  components: readonly Json[];
  readonly parameterFormat: 'POSITIONAL' | 'NAMED';
  /** How long a message of it may wait for its person. */
  ttlSeconds: number | undefined;
  readonly createdAtMs: number;
  editedAtMs: number[];
  pauses: number;
};

/** What is asked for at creation, as it was written. */
export type Draft = {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly components: readonly Json[];
  readonly parameterFormat: 'POSITIONAL' | 'NAMED';
  readonly ttlSeconds: number | undefined;
};

/** The component of a type, written in any case. */
export function componentOf(components: readonly Json[], type: string): Json | undefined {
  return components.find((it) => textOf(it, 'type')?.toUpperCase() === type);
}

export function buttonsOf(components: readonly Json[]): readonly Json[] {
  return recordsOf(componentOf(components, 'BUTTONS')?.['buttons']);
}

/** TEXT, IMAGE, VIDEO, DOCUMENT or LOCATION; '' without a header. */
export function headerFormatOf(components: readonly Json[]): string {
  const header = componentOf(components, 'HEADER');
  return header === undefined ? '' : (textOf(header, 'format') ?? 'TEXT').toUpperCase();
}

/** Names between double braces, in order, each once. */
export function variablesIn(text: string): readonly string[] {
  const names = [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name);
  return [...new Set(names)];
}

/** Puts values in the place of the variables. */
export function fillIn(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) => {
    return values.get(name) ?? whole;
  });
}

export const upper = (value: Json, key: string): string => (textOf(value, key) ?? '').toUpperCase();
