/** The people who use the app: found by number, or by business-scoped user id. */

import { userIdOf } from './ids.ts';
import type { Behaviour } from './knobs.ts';
import { magicStory } from './stories.ts';

export type Person = {
  /** Digits with country code, as they are written to. */
  number: string;
  /** The platform's id for the number; usually the same. */
  waId: string;
  /** Another one with each number. */
  userId: string;
  name: string;
  /** The name chosen in the app; '' for none. */
  userName: string;
  /** The number is hidden from businesses. */
  hidden: boolean;
  /** Ids of sending numbers whose marketing was stopped; `*` for all. */
  readonly stopped: Set<string>;
  /** Sending number id → when the last message was written to it. */
  readonly wroteAtMs: Map<string, number>;
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

  all(): readonly Person[] {
    return [...this.byNumber.values()];
  }

  find(address: string): Person | undefined {
    return this.byNumber.get(address) ?? this.byUserId.get(address);
  }

  /** The person with that number; created if nobody has written to it before. */
  meet(number: string): Person {
    const known = this.byNumber.get(number);
    if (known !== undefined) {
      // Whoever was active last is forgotten last.
      this.byNumber.delete(number);
      this.byNumber.set(number, known);
      return known;
    }
    this.forgetOldest();
    const trait = this.behaviour.magicNumbers ? magicStory(number)?.trait : undefined;
    const person: Person = {
      number,
      // As in countries where the platform's number differs from the dialled one by a digit.
      waId: trait === 'other_wa_id' ? `${number.slice(0, 2)}9${number.slice(2)}` : number,
      userId: userIdOf(number),
      name: nameOf(number),
      userName: '',
      hidden: trait === 'hidden',
      stopped: new Set(trait === 'stopped' ? ['*'] : []),
      wroteAtMs: new Map(),
    };
    this.byNumber.set(number, person);
    this.byUserId.set(person.userId, person);
    return person;
  }

  /** The person takes another number with them. */
  move(person: Person, number: string): void {
    this.byNumber.delete(person.number);
    this.byUserId.delete(person.userId);
    Object.assign(person, { number, waId: number, userId: userIdOf(number) });
    this.byNumber.set(number, person);
    this.byUserId.set(person.userId, person);
  }

  private forgetOldest(): void {
    if (this.byNumber.size < this.most) return;
    const [oldest] = this.byNumber.values();
    if (oldest === undefined) return;
    this.byNumber.delete(oldest.number);
    this.byUserId.delete(oldest.userId);
  }
}

function nameOf(number: string): string {
  const place = Number(number.slice(-6));
  const given = givenNames[place % givenNames.length] ?? '';
  const family = familyNames[Math.floor(place / givenNames.length) % familyNames.length] ?? '';
  return `${given} ${family}`;
}
