/** The people who have the application: found by number, or by business-scoped user id. */

import { userIdOf } from './ids.ts';
import type { Behaviour } from './knobs.ts';
import { magicStory, type Story } from './stories.ts';

export type Person = {
  /** Digits with country code, as they are written to. */
  number: string;
  /** What the platform calls the number; mostly the same. */
  waId: string;
  userId: string;
  name: string;
  username: string;
  /** Shows the number to nobody. */
  hidden: boolean;
  /** Switched on and in reach; messages wait otherwise. */
  reachable: boolean;
  /** Fate of everything that is sent to this person; undefined for the number's own. */
  story: Story | undefined;
  /** Sending number ids whose marketing was stopped. */
  readonly stopped: Set<string>;
  /** Sending number id → when the last message was written to it. */
  readonly wroteAtMs: Map<string, number>;
  /** What is delivered once the person can be reached again. */
  readonly waiting: { readonly untilMs: number; readonly deliver: () => void }[];
  generation: number;
};

const givenNames = ['Ayesha', 'Bilal', 'Hina', 'Imran', 'Kiran', 'Noor', 'Omar', 'Sana', 'Zara'];
const familyNames = ['Ahmed', 'Baig', 'Hussain', 'Iqbal', 'Khan', 'Malik', 'Raza', 'Shah'];

export class People {
  private readonly byNumber = new Map<string, Person>();
  private readonly byUserId = new Map<string, Person>();
  private readonly most: number;
  private readonly behaviour: Pick<Behaviour, 'magicNumbers'>;

  constructor(most: number, behaviour: Pick<Behaviour, 'magicNumbers'>) {
    this.most = most;
    this.behaviour = behaviour;
  }

  get size(): number {
    return this.byNumber.size;
  }

  all(): readonly Person[] {
    return [...this.byNumber.values()];
  }

  find(address: string): Person | undefined {
    return this.byNumber.get(address) ?? this.byUserId.get(address);
  }

  /** The person with that number, who is new when nobody wrote to it before. */
  meet(number: string): Person {
    const known = this.byNumber.get(number);
    if (known !== undefined) return this.refresh(known);
    this.forgetOldest();
    const story = this.behaviour.magicNumbers ? magicStory(number) : undefined;
    const person: Person = {
      number,
      waId: story?.trait === 'other_wa_id' ? otherWaId(number) : number,
      userId: userIdOf(number, 0),
      name: nameOf(number),
      username: story?.trait === 'hidden' ? `user${number.slice(-4)}` : '',
      hidden: story?.trait === 'hidden',
      reachable: true,
      story: undefined,
      stopped: new Set(story?.trait === 'stopped' ? ['*'] : []),
      wroteAtMs: new Map(),
      waiting: [],
      generation: 0,
    };
    this.byNumber.set(number, person);
    this.byUserId.set(person.userId, person);
    return person;
  }

  /** The person takes another number, and with it another user id. */
  move(person: Person, number: string): { readonly number: string; readonly userId: string } {
    const before = { number: person.number, userId: person.userId };
    this.byNumber.delete(person.number);
    this.byUserId.delete(person.userId);
    person.generation += 1;
    person.number = number;
    person.waId = number;
    person.userId = userIdOf(number, person.generation);
    this.byNumber.set(number, person);
    this.byUserId.set(person.userId, person);
    return before;
  }

  clear(): void {
    this.byNumber.clear();
    this.byUserId.clear();
  }

  /** Whoever was heard of last is forgotten last. */
  private refresh(person: Person): Person {
    this.byNumber.delete(person.number);
    this.byNumber.set(person.number, person);
    return person;
  }

  private forgetOldest(): void {
    if (this.byNumber.size < this.most) return;
    const [oldest] = this.byNumber.values();
    if (oldest === undefined) return;
    this.byNumber.delete(oldest.number);
    this.byUserId.delete(oldest.userId);
  }
}

/** As in countries where the platform's number and the dialled one differ by a digit. */
const otherWaId = (number: string): string => `${number.slice(0, 2)}9${number.slice(2)}`;

function nameOf(number: string): string {
  const place = Number(number.slice(-6));
  const given = givenNames[place % givenNames.length] ?? '';
  const family = familyNames[Math.floor(place / givenNames.length) % familyNames.length] ?? '';
  return `${given} ${family}`;
}
