import type { AccountId } from '../../domain/ids.ts';
import { readIpRange } from '../../kit/ip-range.ts';
import type { AccountSettings } from '../../store/accounts/account-settings.ts';
import { findAccount } from '../../store/accounts/list-accounts.ts';
import { updateAccount, updatePostpaid } from '../../store/accounts/update-account.ts';
import { announceHosts } from '../../store/changes/raise-versions.ts';
import {
  changeAccount,
  changed,
  refuse,
  type Admin,
  type Outcome,
  type Refused,
} from '../admin.ts';

/** Absent fields stay as they are. `ipList`: addresses and networks as people write them. */
export type SetAccount = Partial<AccountSettings> & {
  readonly accountId: AccountId;
  readonly postpaid?: boolean;
};

/** The list travels with every snapshot of the account and is walked on every send. */
const IP_RANGES = 200;

/** Switches what an account may do. */
export async function setAccount(admin: Admin, input: SetAccount): Promise<Outcome<void>> {
  const { accountId, postpaid, ...given } = input;
  const ipList = given.ipList?.map(readIpRange);
  const badIndex = ipList?.indexOf(undefined) ?? -1;
  if (badIndex >= 0) return refuse('ipList', `holds "${given.ipList?.[badIndex]}", no address`);
  if ((ipList?.length ?? 0) > IP_RANGES) return refuse('ipList', `has ${IP_RANGES} at most`);
  const ranges = ipList?.filter((range) => range !== undefined);
  const settings = ranges === undefined ? given : { ...given, ipList: [...new Set(ranges)] };
  const deed = { action: 'account.set', accountId };
  return changeAccount(admin, deed, async (transaction) => {
    const account = await findAccount(transaction, accountId);
    const fault = faultOf({ ...account, ...settings });
    if (fault !== undefined) return fault;
    await updateAccount(transaction, accountId, settings);
    if (settings.verified !== undefined) await announceHosts(transaction);
    if (postpaid !== undefined && !(await updatePostpaid(transaction, accountId, postpaid))) {
      return refuse('postpaid', 'must stay on while the account owes money');
    }
    const detail = postpaid === undefined ? settings : { ...settings, postpaid };
    return changed(undefined, detail);
  });
}

/** Detecting ported numbers on every send is done with the coverage that the account pays for. */
function faultOf(after: Partial<AccountSettings>): Refused | undefined {
  if (after.mnpOption !== true || after.mnpCoverage === true) return undefined;
  return refuse('mnpOption', 'needs the coverage to be on');
}
