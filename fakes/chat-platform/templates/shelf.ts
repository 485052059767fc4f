/** All templates of all business accounts: creating, listing, editing, deleting, and deciding. */

import type { BusinessAccount } from '../accounts.ts';
import type { Timers } from '../timers.ts';
import { templateFault, type Fault } from '../faults.ts';
import type { Ids } from '../ids.ts';
import { isRecord, type Json } from '../json.ts';
import type { Behaviour } from '../knobs.ts';
import type { TemplateSeed } from '../options.ts';
import { withOwnWords } from './rules.ts';
import type { Draft, Template } from './template.ts';

const dayMs = 86_400_000;

export type TemplateChange = {
  readonly template: Template;
  readonly event: string;
  readonly reason: string;
  /** What the event says besides: `rejection_info`, `other_info`. */
  readonly more: Json;
};

type Parts = {
  readonly timers: Timers;
  readonly ids: Ids;
  readonly behaviour: Behaviour;
  readonly onChange: (change: TemplateChange) => void;
};

export class Shelf {
  private readonly parts: Parts;
  private readonly templates = new Map<string, Template>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Newest first. */
  all(): readonly Template[] {
    return [...this.templates.values()].toReversed();
  }

  of(account: BusinessAccount): readonly Template[] {
    return this.all().filter((it) => it.account === account);
  }

  find(id: string): Template | undefined {
    return this.templates.get(id);
  }

  findNamed(account: BusinessAccount, name: string, language: string): Template | undefined {
    for (const it of this.templates.values()) {
      if (it.name === name && it.language === language && it.account === account) return it;
    }
    return undefined;
  }

  /** Adds one as it is, without a decision. */
  seed(account: BusinessAccount, seed: TemplateSeed): void {
    const components = seed.components.filter(isRecord);
    const template = this.put(account, { ...seed, components });
    template.status = seed.status ?? 'APPROVED';
    template.reason = seed.reason ?? 'NONE';
  }

  /** One of before, under its id; what was being decided is decided anew. */
  takeBack(template: Template): void {
    this.templates.set(template.id, template);
    if (template.status === 'PENDING') this.decideLater(template);
  }

  /** Accepts a valid draft, unless it already exists or there are too many. */
  create(account: BusinessAccount, draft: Draft): Template | Fault {
    if (this.findNamed(account, draft.name, draft.language) !== undefined) {
      const words = `There is already ${draft.language} content for this template.`;
      return templateFault('Content in This Language Already Exists', words, 2_388_024);
    }
    if (this.of(account).length >= account.templateLimit) {
      const words = 'You have reached the most message templates of this account.';
      return templateFault('Message template limit exceeded', words, 2_388_019);
    }
    const template = this.put(account, draft);
    this.decideLater(template);
    return template;
  }

  /** Accepts changed components or another category, unless the template may not be edited. */
  edit(
    template: Template,
    change: { readonly components: readonly Draft['components'][number][]; category: string },
  ): Fault | undefined {
    const nowMs = Date.now();
    if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status)) {
      return templateFault('Message template cannot be edited', `It is ${template.status}.`);
    }
    if (template.status === 'APPROVED') {
      if (change.category !== template.category) {
        const words = 'An approved template keeps its category.';
        return templateFault('Category cannot be changed', words);
      }
      if (template.editedAtMs > nowMs - dayMs) {
        const words = 'An approved template is edited once a day.';
        return templateFault('Message template was edited too often', words);
      }
      template.editedAtMs = nowMs;
    }
    template.components = withOwnWords(change.components, change.category);
    template.category = change.category;
    template.status = 'PENDING';
    this.decideLater(template);
    return undefined;
  }

  remove(templates: readonly Template[]): void {
    for (const template of templates) {
      this.templates.delete(template.id);
      this.decide(template, 'DELETED');
    }
  }

  /** What a reviewer does, or later the platform: approve, reject, pause, disable, … */
  decide(template: Template, event: string, reason = 'NONE', more: Json = {}): void {
    // An archived one comes back as it was; LOCKED and FLAGGED leave the status as it is.
    if (event === 'ARCHIVED') template.before = template.status;
    if (event === 'REINSTATED') template.status = 'APPROVED';
    else if (event === 'UNARCHIVED') template.status = template.before ?? 'APPROVED';
    else if (!['LOCKED', 'UNLOCKED', 'FLAGGED'].includes(event)) template.status = event;
    template.reason = reason;
    this.parts.onChange({ template, event, reason, more });
  }

  private put(account: BusinessAccount, draft: Draft): Template {
    const { name, language, category } = draft;
    const template: Template = {
      ...{ account, name, language, category },
      id: this.parts.ids.object(),
      status: 'PENDING',
      reason: 'NONE',
      quality: 'UNKNOWN',
      components: withOwnWords(draft.components, category),
      createdAtMs: Date.now(),
      editedAtMs: 0,
    };
    this.templates.set(template.id, template);
    return template;
  }

  private decideLater(template: Template): void {
    const { timers, behaviour } = this.parts;
    const { approval, approveAfterMs } = behaviour;
    if (approval === 'by_hand') return;
    timers.after(approveAfterMs, () => {
      if (template.status !== 'PENDING') return;
      if (approval === 'reject') this.decide(template, 'REJECTED', 'INCORRECT_CATEGORY');
      else this.decide(template, 'APPROVED');
    });
  }
}
