/**
 * Templates that the platform does not trust yet: of a campaign it sends a portion, and holds the
 * rest until people's feedback decides. Then it sends what it held, or pauses the template and
 * fails each of them with 132015.
 */

import type { Template } from './templates/template.ts';

/** A held message, and how it goes on. */
export type Held = { readonly send: () => void; readonly fail: (code: number) => void };

type Paced = { left: number; readonly held: Held[] };

/** A paused template's code. */
const paused = 132015;

export class Pacing {
  private readonly templates = new Map<Template, Paced>();

  /** From now on this many messages of a template leave; those after them are held. */
  pace(template: Template, portion: number): void {
    const { held } = this.of(template) ?? { held: [] };
    this.templates.set(template, { left: portion, held });
  }

  /** Whether the next message of a template is held; counts it as one of the portion otherwise. */
  holds(template: Template | undefined): boolean {
    const paced = template && this.of(template);
    if (paced === undefined) return false;
    paced.left -= 1;
    return paced.left < 0;
  }

  hold(template: Template, held: Held): void {
    this.of(template)?.held.push(held);
  }

  countHeld(template: Template): number {
    return this.of(template)?.held.length ?? 0;
  }

  /** The oldest of the held messages leave. */
  release(template: Template, count: number): void {
    for (const { send } of this.of(template)?.held.splice(0, count) ?? []) send();
  }

  /** People did not like it: every held message fails. */
  drop(template: Template): void {
    for (const { fail } of this.of(template)?.held.splice(0) ?? []) fail(paused);
    this.templates.delete(template);
  }

  private of(template: Template): Paced | undefined {
    return this.templates.get(template);
  }
}
