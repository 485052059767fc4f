/** A template as the platform keeps it, and what can be derived from it. */

import type { BusinessAccount } from '../accounts.ts';
import { recordsOf, textOf, type Json } from '../json.ts';

/** A request to create a template, as written. */
export type Draft = {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly components: readonly Json[];
};

export type Template = Pick<Draft, 'name' | 'language'> & {
  readonly id: string;
  readonly account: BusinessAccount;
  category: string;
  status: string;
  /** Its status before it was archived. */
  before?: string;
  /** Why it was rejected; otherwise NONE. */
  reason: string;
  /** How people take it: UNKNOWN, GREEN, YELLOW, RED. */
  quality: string;
  components: readonly Json[];
  readonly createdAtMs: number;
  /** When it was edited while approved. */
  editedAtMs: number;
};

/** The component of a type, in any case. */
export function componentOf(components: readonly Json[], type: string): Json | undefined {
  return components.find((it) => upper(it, 'type') === type);
}

export function buttonsOf(components: readonly Json[]): readonly Json[] {
  return recordsOf(componentOf(components, 'BUTTONS')?.['buttons']);
}

/** TEXT, IMAGE, VIDEO, DOCUMENT or LOCATION; '' without a header. */
export function headerFormatOf(components: readonly Json[]): string {
  const header = componentOf(components, 'HEADER');
  return header === undefined ? '' : (textOf(header, 'format') ?? 'TEXT').toUpperCase();
}

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** How many different variables a text contains. */
export function countVariables(text: string): number {
  return new Set([...text.matchAll(variable)].map(([, name]) => name)).size;
}

/** Replaces the variables 1, 2, … by values. */
export function fillIn(text: string, values: readonly string[]): string {
  return text.replaceAll(variable, (whole, name: string) => values[Number(name) - 1] ?? whole);
}

export const upper = (value: Json, key: string): string => (textOf(value, key) ?? '').toUpperCase();
