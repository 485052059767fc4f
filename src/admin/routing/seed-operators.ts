import { raiseSettingsVersion } from '../../store/changes/raise-versions.ts';
import { listOperators } from '../../store/settings/list-operators.ts';
import { must, within, type Admin } from '../admin.ts';
import { addOperator } from './add-operator.ts';
import { setPrefixes } from './set-prefixes.ts';

/**
 * The mobile networks of Pakistan and the prefixes that were assigned to them (without 0; today's
 * names). A beginning only: numbers are ported and assignments change, so staff edit them.
 * The holders of 364 and 372–379 are not established: nobody is assumed.
 */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  Jazz: [...decade('30'), ...decade('32')],
  Zong: [...decade('31'), '370', '371'],
  Ufone: decade('33').filter((prefix) => prefix !== '338'),
  Telenor: decade('34'),
  SCO: ['355'],
};

function decade(start: string): readonly string[] {
  return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`);
}

/** Fills in operators and prefixes where there are none yet; changes nothing otherwise. */
export async function seedOperators(admin: Admin): Promise<void> {
  await admin.transact(async (transaction) => {
    const here = within(admin, transaction);
    if ((await listOperators(transaction)).length > 0) return;
    // Another node may be doing the same: the second one waits here and then finds them.
    await raiseSettingsVersion(transaction);
    if ((await listOperators(transaction)).length > 0) return;
    for (const [operator, prefixes] of Object.entries(OPERATORS)) {
      must(await addOperator(here, operator));
      must(await setPrefixes(here, { operator, prefixes: prefixes.map((it) => `92${it}`) }));
    }
  });
}
