/** The text of a chat campaign to those whom WhatsApp does not reach: who says what, and when. */
import { NumberInput, Paper, Select, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import type { NewBatch, Template } from '../../shared/api/types.ts';
import { messageOf, slotOf } from './channel.tsx';
import { useFallbackWords } from './fallback-words.ts';
import { mappedByHeading, Mapping, type Slot } from './mapping.tsx';
import type { FileColumn } from './preview-file.ts';

const APPROVED = { query: { state: 'approved', limit: 200 } } as const;
const [LEAST_MINUTES, MOST_MINUTES] = [5, 1_440];

type Values = Readonly<Record<string, string>>;

/** As a draft keeps it. */
export const NO_TEXT = {
  isOn: false,
  minutes: 15,
  sender: '',
  template: '',
  mapped: {} as Values,
};

export type ChosenText = typeof NO_TEXT;

type Fallback = {
  readonly chosen: ChosenText;
  readonly senders: readonly string[];
  readonly templates: readonly Template[];
  readonly sender: string | undefined;
  readonly template: Template | undefined;
  readonly slots: readonly Slot[];
  readonly values: Values;
  /** Of the request. */
  readonly said: Pick<NewBatch, 'fallback'>;
  readonly isMissing: boolean;
  /** Texts have none behind them. */
  readonly isPossible: boolean;
};

/** What is chosen, and what of it is sent; `within` leaves what refers to these columns. */
export function useFallback(
  kind: 'sms' | 'chat',
  chosen: ChosenText,
  {
    columns,
    within,
  }: {
    readonly columns: readonly FileColumn[] | undefined;
    readonly within: (values: Values) => Values;
  },
): Fallback {
  const isPossible = kind === 'chat';
  const enabled = isPossible && chosen.isOn;
  const all = useQuery({ ...reading('listSenders', APPROVED), enabled }).data?.data;
  const senders = all?.filter(({ usable }) => usable) ?? [];
  const templates = (
    useQuery({ ...reading('listTemplates', APPROVED), enabled }).data?.data ?? []
  ).filter((it) => !it.own_numbers_only);
  const own = senders.find(({ shared }) => !shared) ?? senders[0];
  const sender = (senders.find(({ name }) => name === chosen.sender) ?? own)?.name;
  const only = templates.length === 1 ? templates[0] : undefined;
  const template = templates.find(({ id }) => id === chosen.template) ?? only;
  const slots = template?.variables.map(slotOf) ?? [];
  const values = within({ ...mappedByHeading(slots, columns), ...chosen.mapped });
  const isFilled = slots.every(({ key, isOptional }) => isOptional || values[key]);
  const { minutes } = chosen;
  const isTimed = minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES;
  const fallback =
    enabled && isTimed && isFilled && sender !== undefined && template !== undefined
      ? {
          after_minutes: minutes,
          sender,
          template_id: template.id,
          message: messageOf(template, values),
          type: 'unicode' as const,
        }
      : undefined;
  const names = senders.map(({ name }) => name);
  const isMissing = enabled && fallback === undefined;
  const said = fallback === undefined ? {} : { fallback };
  const of = { senders: names, templates, sender, template, slots, values };
  return { ...of, chosen, said, isMissing, isPossible };
}

export function FallbackFields({
  fallback,
  columns,
  onChange,
}: {
  readonly fallback: Fallback;
  readonly columns: readonly FileColumn[];
  readonly onChange: (changed: { readonly text: ChosenText }) => void;
}) {
  const t = useFallbackWords();
  const { chosen, senders, templates, sender, template, slots, values } = fallback;
  const change = (changed: Partial<ChosenText>): void =>
    onChange({ text: { ...chosen, ...changed } });
  if (!fallback.isPossible) return null;
  return (
    <>
      <Switch
        label={t('fallback')}
        description={t('fallback_about')}
        checked={chosen.isOn}
        onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
      />
      {chosen.isOn && (
        <Paper withBorder p="md" component="section" aria-label={t('fallback_text')}>
          <Stack gap="sm">
            <NumberInput
              label={t('fallback_minutes')}
              description={t('fallback_minutes_about')}
              min={LEAST_MINUTES}
              max={MOST_MINUTES}
              allowDecimal={false}
              value={chosen.minutes}
              onChange={(minutes) => change({ minutes: Number(minutes) })}
            />
            <Select
              label={t('fallback_sender')}
              data={senders}
              value={sender ?? null}
              onChange={(name) => change({ sender: name ?? '' })}
              allowDeselect={false}
              searchable
            />
            <Select
              label={t('fallback_template')}
              placeholder={t('fallback_choose')}
              data={templates.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
              value={template?.id ?? null}
              onChange={(id) => change({ template: id ?? '', mapped: {} })}
              allowDeselect={false}
              searchable
            />
            <Mapping
              slots={slots}
              columns={columns}
              values={values}
              onChange={(key, value) => change({ mapped: { ...chosen.mapped, [key]: value } })}
            />
          </Stack>
        </Paper>
      )}
    </>
  );
}
