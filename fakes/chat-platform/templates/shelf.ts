/** All templates of all business accounts: created, listed, edited, deleted, and decided on. */

import type { BusinessAccount } from '../accounts.ts';
import type { VirtualClock } from '../clock.ts';
import { badParameter, templateFault, type Fault } from '../faults.ts';
import type { Ids } from '../ids.ts';
import { isRecord } from '../json.ts';
import type { Behaviour } from '../knobs.ts';
import type { TemplateSeed } from '../options.ts';
import { shelve } from './authentication.ts';
import type { Draft, Template } from './template.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A name whose approved template was deleted stays blocked so long. */
const blockedMs = 30 * dayMs;
const mostEditsInMonth = 10;

export type TemplateChange = {
  readonly template: Template;
  readonly event: string;
  readonly reason: string;
  readonly recommendation?: string;
};

type Parts = {
  readonly clock: VirtualClock;
  readonly ids: Ids;
  readonly behaviour: Behaviour;
  readonly onChange: (change: TemplateChange) => void;
  readonly onCategory: (template: Template, previous: string) => void;
};

export class Shelf {
  private readonly parts: Parts;
  private readonly templates = new Map<string, Template>();
  private readonly places = new Map<string, Template>();
  /** `account/name` → until when it is blocked. */
  private readonly blocked = new Map<string, number>();
  /** Account id → moments of creations. */
  private readonly creations = new Map<string, number[]>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Newest first. */
  of(account: BusinessAccount): readonly Template[] {
    return this.all().filter((it) => it.account === account);
  }

  all(): readonly Template[] {
    return [...this.templates.values()].toReversed();
  }

  find(id: string): Template | undefined {
    return this.templates.get(id);
  }

  findNamed(account: BusinessAccount, name: string, language: string): Template | undefined {
    return this.places.get(placeOf(account, name, language));
  }

  /** Puts one there as it is, without a decision. */
  seed(account: BusinessAccount, seed: TemplateSeed): Template {
    const draft: Draft = {
      name: seed.name,
      language: seed.language,
      category: seed.category,
      components: seed.components.filter(isRecord),
      parameterFormat: seed.parameterFormat === 'NAMED' ? 'NAMED' : 'POSITIONAL',
      ttlSeconds: undefined,
    };
    const template = this.build(account, draft, seed.id ?? this.parts.ids.object());
    template.status = seed.status ?? 'APPROVED';
    template.reason = seed.reason ?? 'NONE';
    this.put(template);
    return template;
  }

  /** Takes a draft that keeps the rules, unless a limit stands against it. */
  create(account: BusinessAccount, draft: Draft): Template | Fault {
    const found = this.findLimit(account, draft);
    if (found !== undefined) return found;
    const { ids, behaviour } = this.parts;
    const id = behaviour.largeTemplateIds ? ids.largeObject() : ids.object();
    const template = this.build(account, draft, id);
    this.put(template);
    this.decideLater(template);
    return template;
  }

  /** Takes changed components or another category, unless the template may not be edited. */
  edit(
    template: Template,
    change: Partial<Pick<Draft, 'components' | 'category'>>,
  ): Fault | undefined {
    const nowMs = this.parts.clock.now();
    if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status)) {
      return wrong('Message template cannot be edited', `It is ${template.status}.`);
    }
    if (template.status === 'APPROVED') {
      const { category } = change;
      if (category !== undefined && category !== template.category) {
        return wrong('Category cannot be changed', 'An approved template keeps its category.');
      }
      const month = template.editedAtMs.filter((it) => it > nowMs - 30 * dayMs);
      if (month.some((it) => it > nowMs - dayMs) || month.length >= mostEditsInMonth) {
        const words = 'An approved template is edited once a day and ten times in 30 days.';
        return wrong('Message template was edited too often', words);
      }
      template.editedAtMs = [...month, nowMs];
    }
    if (change.components !== undefined) {
      template.components = shelve(change.components, change.category ?? template.category);
    }
    if (change.category !== undefined) template.category = change.category;
    template.status = 'PENDING';
    this.decideLater(template);
    return undefined;
  }

  /** Removes templates; the names of approved ones are blocked for a while. */
  remove(templates: readonly Template[]): void {
    for (const template of templates) {
      this.templates.delete(template.id);
      this.places.delete(placeOf(template.account, template.name, template.language));
      if (template.status === 'APPROVED') {
        const key = `${template.account.id}/${template.name}`;
        this.blocked.set(key, this.parts.clock.now() + blockedMs);
      }
      template.status = 'DELETED';
      this.parts.onChange({ template, event: 'DELETED', reason: 'NONE' });
    }
  }

  /** What a reviewer does, or the platform later on: approves, rejects, pauses, disables, … */
  decide(template: Template, event: string, reason = 'NONE', recommendation?: string): void {
    if (event === 'PAUSED') template.pauses += 1;
    template.status = event === 'PAUSED' && template.pauses > 2 ? 'DISABLED' : stateAfter(event);
    template.reason = reason;
    if (template.status === 'PAUSED') this.unpauseLater(template);
    this.parts.onChange({
      template,
      event: event === 'PAUSED' ? template.status : event,
      reason,
      ...(recommendation === undefined ? {} : { recommendation }),
    });
  }

  /** Moves it to another category at once, or announces that it will be moved in 24 hours. */
  recategorise(template: Template, category: string, soon: boolean): void {
    const previous = template.category;
    template.correctCategory = soon ? category : '';
    if (!soon) template.category = category;
    this.parts.onCategory(template, previous);
    if (!soon) return;
    this.parts.clock.after(dayMs, () => {
      if (template.correctCategory === category) this.recategorise(template, category, false);
    });
  }

  clear(): void {
    this.templates.clear();
    this.places.clear();
    this.blocked.clear();
    this.creations.clear();
  }

  private put(template: Template): void {
    this.templates.set(template.id, template);
    this.places.set(placeOf(template.account, template.name, template.language), template);
  }

  private build(account: BusinessAccount, draft: Draft, id: string): Template {
    return {
      id,
      account,
      name: draft.name,
      language: draft.language,
      category: draft.category,
      correctCategory: '',
      status: 'PENDING',
      reason: 'NONE',
      quality: 'UNKNOWN',
      components: shelve(draft.components, draft.category),
      parameterFormat: draft.parameterFormat,
      ttlSeconds: draft.ttlSeconds,
      createdAtMs: this.parts.clock.now(),
      editedAtMs: [],
      pauses: 0,
    };
  }

  private findLimit(account: BusinessAccount, draft: Draft): Fault | undefined {
    const { clock, behaviour } = this.parts;
    const nowMs = clock.now();
    const same = this.of(account).filter((it) => it.name === draft.name);
    if (same.some((it) => it.language === draft.language)) {
      return templateFault(
        2_388_024,
        'Content in This Language Already Exists',
        `There is already ${draft.language} content for this template.`,
      );
    }
    if ((this.blocked.get(`${account.id}/${draft.name}`) ?? 0) > nowMs) {
      return templateFault(
        2_388_023,
        'Message Template Language Is Being Deleted',
        "The name of a deleted template can't be used again for four weeks.",
      );
    }
    const names = new Set(this.of(account).map((it) => it.name));
    if (!names.has(draft.name) && names.size >= account.templateLimit) {
      const words = 'You have reached the most message templates of this account.';
      return templateFault(2_388_019, 'Message template limit exceeded', words);
    }
    const recent = (this.creations.get(account.id) ?? []).filter((it) => it > nowMs - hourMs);
    this.creations.set(account.id, recent);
    if (recent.length >= behaviour.creationsPerHour) {
      const words = 'Too many templates were created in the last hour.';
      return templateFault(2_388_019, 'Message template limit exceeded', words);
    }
    recent.push(nowMs);
    return undefined;
  }

  private decideLater(template: Template): void {
    const { clock, behaviour } = this.parts;
    const rule = ruleFor(template.name) ?? behaviour.approval;
    if (rule === 'by_hand') return;
    clock.after(behaviour.approveAfterMs, () => {
      if (template.status !== 'PENDING') return;
      if (rule === 'reject') this.decide(template, 'REJECTED', behaviour.rejectReason);
      else this.decide(template, 'APPROVED');
      if (rule === 'recategorise') this.recategorise(template, 'MARKETING', false);
    });
  }

  /** Three hours the first time, six the second. */
  private unpauseLater(template: Template): void {
    const { pauses } = template;
    this.parts.clock.after(pauses === 1 ? 3 * hourMs : 6 * hourMs, () => {
      if (template.status === 'PAUSED' && template.pauses === pauses) {
        this.decide(template, 'APPROVED');
      }
    });
  }
}

/** Endings of names that decide for themselves. */
function ruleFor(name: string): 'reject' | 'by_hand' | 'approve' | 'recategorise' | undefined {
  if (name.endsWith('_rejected')) return 'reject';
  if (name.endsWith('_waiting')) return 'by_hand';
  if (name.endsWith('_recategorised')) return 'recategorise';
  return undefined;
}

/** The state that an event leaves behind. */
function stateAfter(event: string): string {
  const states: Readonly<Record<string, string>> = {
    REINSTATED: 'APPROVED',
    UNARCHIVED: 'APPROVED',
    UNLOCKED: 'APPROVED',
    FLAGGED: 'APPROVED',
  };
  return states[event] ?? event;
}

const wrong = (title: string, message: string): Fault => ({
  ...badParameter('Invalid parameter'),
  userTitle: title,
  userMessage: message,
});

const placeOf = (account: BusinessAccount, name: string, language: string): string =>
  `${account.id}/${name}/${language}`;
