import type { CarrierPart } from './carrier.ts';

/** Parts that a link was given and has not written yet: one-time codes before campaigns. */
export class WaitingParts {
  private parts: CarrierPart[] = [];

  get count(): number {
    return this.parts.length;
  }

  /** Whether something waits that a one-time code goes before. */
  get hasCampaign(): boolean {
    return this.parts.at(-1)?.priority === 0;
  }

  /** One-time codes that wait. */
  codes(): number {
    const campaignAt = this.parts.findIndex(({ priority }) => priority === 0);
    return campaignAt === -1 ? this.parts.length : campaignAt;
  }

  /** Behind what is as urgent, before what is less so. */
  add(part: CarrierPart): void {
    if (part.priority === 1 && this.hasCampaign) this.parts.splice(this.codes(), 0, part);
    else this.parts.push(part);
  }

  /** The next ones, at most so many; they do not wait any more. */
  take(most: number): readonly CarrierPart[] {
    return this.parts.splice(0, Math.max(0, most));
  }
}
