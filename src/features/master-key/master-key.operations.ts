/** The master key is changed: what the old one sealed is sealed again. */
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import {
  findHashingKey,
  forgetHashingKey,
  keepHashingKey,
  listSealed,
  replaceHashingKey,
  replaceSealed,
  SEALED_KINDS,
  type SealedKind,
  type SealedSecret,
} from './secrets.sql.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../../operations/admin.ts';
import { flag } from '../../operations/fields.ts';
import { operation } from '../../operations/operation.ts';

/** Documents are some megabytes each. */
const PAGE = 20;
const HASHING_KEY_BYTES = 32;

const PURPOSES: Readonly<Record<SealedKind, (of: SealedSecret) => string>> = {
  apiKey: ({ accountId }) => SEAL_PURPOSES.apiKey(accountId),
  totp: ({ id }) => SEAL_PURPOSES.totp(id),
  mail: ({ id }) => SEAL_PURPOSES.mail(id),
  linkPassword: ({ name }) => SEAL_PURPOSES.linkPassword(name),
  webhookSecret: ({ id }) => SEAL_PURPOSES.webhookSecret(id),
  oldWebhookSecret: ({ id }) => SEAL_PURPOSES.webhookSecret(id),
  chatToken: ({ name }) => SEAL_PURPOSES.chatToken(name),
  chatVerifyToken: ({ name }) => SEAL_PURPOSES.chatVerifyToken(name),
  chatAppSecret: ({ name }) => SEAL_PURPOSES.chatAppSecret(name),
  document: ({ accountId, name: kind, id }) => SEAL_PURPOSES.document({ accountId, kind, id }),
  taxNumber: ({ accountId, id }) => SEAL_PURPOSES.taxNumber(accountId, id),
  card: ({ accountId }) => SEAL_PURPOSES.card(accountId),
  slip: ({ accountId, id }) => SEAL_PURPOSES.slip(accountId, id),
  invoiceTaxNumber: ({ accountId, name }) => SEAL_PURPOSES.invoiceTaxNumber(accountId, name),
};

type Resealed = {
  /** Secrets that another than the first key had sealed. */
  readonly resealed: number;
  /** Secrets that no key opens. */
  readonly unopened: number;
};

/** Page by page, each in a transaction: what is cut off is done the next time. */
async function resealKind(admin: Admin, kind: SealedKind): Promise<Resealed> {
  let [afterId, resealed, unopened] = [-1, 0, 0];
  for (;;) {
    const place = { kind, afterId, most: PAGE };
    const last = await admin.transact(async (transaction) => {
      const page = await listSealed(transaction, place);
      for (const secret of page) {
        const anew = admin.seal.reseal(secret.sealed, PURPOSES[kind](secret));
        if (anew === undefined) unopened += 1;
        if (anew === undefined || anew === secret.sealed) continue;
        const { id, sealed } = secret;
        await replaceSealed(transaction, { kind, id, sealed, anew: Buffer.from(anew) });
        resealed += 1;
      }
      return page.at(-1);
    });
    if (last === undefined) return { resealed, unopened };
    afterId = last.id;
  }
}

async function resealHashingKey(admin: Admin): Promise<void> {
  await admin.transact(async (transaction) => {
    const sealed = await findHashingKey(transaction);
    const anew = sealed && admin.seal.reseal(sealed, SEAL_PURPOSES.hashingKey);
    if (sealed === undefined || anew === undefined || anew === sealed) return;
    await replaceHashingKey(transaction, { sealed, anew: Buffer.from(anew) });
  });
}

/** Whether a key that this installation has opens the hashing key. */
async function opensHashingKey(admin: Admin): Promise<boolean> {
  const sealed = await admin.transact((transaction) => findHashingKey(transaction));
  return (
    sealed !== undefined && admin.seal.openOctets(sealed, SEAL_PURPOSES.hashingKey) !== undefined
  );
}

async function reseal(
  admin: Admin,
  { isLost }: { readonly isLost: boolean },
): Promise<Outcome<Resealed>> {
  if (isLost && (await opensHashingKey(admin))) {
    return refuse('isLost', 'The key is not lost: MASTER_KEY opens what it has sealed');
  }
  const done = { resealed: 0, unopened: 0 };
  for (const kind of SEALED_KINDS) {
    const { resealed, unopened } = await resealKind(admin, kind);
    done.resealed += resealed;
    done.unopened += unopened;
  }
  if (!isLost) await resealHashingKey(admin);
  return change(admin, { action: 'secrets.reseal' }, async (transaction) => {
    if (isLost) {
      const hashingKey = admin.random.randomBytes(HASHING_KEY_BYTES);
      await forgetHashingKey(transaction);
      await keepHashingKey(transaction, {
        sealed: admin.seal.sealOctets(hashingKey, SEAL_PURPOSES.hashingKey),
      });
    }
    return changed(done, { ...done, ...(isLost ? { lost: true } : {}) });
  });
}

export const resealSecrets = operation({
  name: 'secrets reseal',
  about:
    'Seals everything that the second key of MASTER_KEY has sealed with the first one, so that ' +
    'the second can be removed.',
  audit: 'secrets.reseal',
  input: {
    isLost: flag('lost', 'the old key is lost: the service starts without it, with new API keys'),
  },
  run: reseal,
  warn: async (_context, { isLost }) =>
    isLost ? ['API keys, sessions and recovery codes of before will not be recognised again.'] : [],
  show: ({ resealed, unopened }, { isLost }) => ({
    data: { resealed, cannot_be_opened: unopened },
    note: isLost
      ? 'Start the service, then run doctor: it names what has to be set anew.'
      : 'Run it until it reseals none, then restart the nodes with the first key alone.',
  }),
});
