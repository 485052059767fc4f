/** Credit that is added by itself, from a card that the gateway keeps. */
import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { TopUp as State } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { amountOf } from '../../shared/i18n/digits.ts';
import { isolated, showMoney } from '../../shared/i18n/show.tsx';
import { useTopUpWords } from './top-up-words.ts';

const LOOK_AGAIN_MS = 3_000;

/** What is shown of an amount in a field. */
const plain = (amount: string | null): string => amount?.replace(/\.00$/, '') ?? '';

/** Another charge would be more than is wanted in a month. */
const isUsedUp = ({
  below,
  add,
  most_a_month: most,
  charged_this_month: charged,
}: State): boolean => below !== null && Number(charged) + Number(add) > Number(most);

export function TopUp() {
  const t = useTopUpWords();
  const mayPay = scoped('account')(useWho());
  const { data } = useQuery({
    ...reading('showTopUp'),
    // The gateway tells of a card that it keeps some seconds after the payment.
    refetchInterval: ({ state }) => (state.data?.card === null ? LOOK_AGAIN_MS : false),
  });
  if (data?.offered !== true) return null;
  const { card } = data;
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('about')}
      </Text>
      {data.off_because === 'declined' && (
        <Alert color="orange" role="status">
          {t('declined')}
        </Alert>
      )}
      {card === null ? (
        <Text size="sm">{t('no_card')}</Text>
      ) : (
        <>
          <Text size="sm">
            {t('card', {
              last4: `\u2066•••• ${card.last4}\u2069`,
              expires: isolated(card.expires),
            })}
          </Text>
          <Text size="sm" role="status">
            {data.below === null
              ? t('is_off')
              : t('is_on', {
                  below: isolated(showMoney(data.below)),
                  add: isolated(showMoney(data.add ?? '0')),
                  charged: isolated(showMoney(data.charged_this_month ?? '0')),
                  most: isolated(showMoney(data.most_a_month ?? '0')),
                })}
          </Text>
          {isUsedUp(data) && (
            <Text size="sm" fw={600} role="status">
              {t('used_up')}
            </Text>
          )}
          {mayPay && <Change key={`${data.below}`} state={data} />}
        </>
      )}
    </Stack>
  );
}

const VALUES = { below: '1000', add: '5000', most_a_month: '20000' };

function Change({ state }: { readonly state: State }) {
  const t = useTopUpWords();
  const { below, add, most_a_month: most } = state;
  const isOn = below !== null;
  const form = useForm({
    initialValues: isOn
      ? { below: plain(below), add: plain(add), most_a_month: plain(most) }
      : VALUES,
  });
  const save = useSubmit(async (values: typeof VALUES) => {
    const body = {
      below: amountOf(values.below),
      add: amountOf(values.add),
      most_a_month: amountOf(values.most_a_month),
    };
    await api.call('setTopUp', { body });
    await refresh('showTopUp');
  }, form);
  const end = useSubmit(async () => {
    await api.call('endTopUp');
    await refresh('showTopUp');
  });
  const forget = useSubmit(async () => {
    await api.call('forgetCard');
    await refresh('showTopUp');
  });
  const field = (name: keyof typeof VALUES) => (
    <TextInput label={t(name)} inputMode="decimal" {...form.getInputProps(name)} />
  );
  return (
    <form onSubmit={form.onSubmit(save.run)}>
      <Stack gap="sm">
        <Problem>{save.problem ?? end.problem ?? forget.problem}</Problem>
        {field('below')}
        {field('add')}
        {field('most_a_month')}
        <Group gap="xs">
          <Button type="submit" loading={save.isRunning}>
            {isOn ? t('save') : t('switch_on')}
          </Button>
          {isOn && (
            <Button variant="default" loading={end.isRunning} onClick={() => end.run()}>
              {t('switch_off')}
            </Button>
          )}
          <Button variant="subtle" loading={forget.isRunning} onClick={() => forget.run()}>
            {t('forget')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
