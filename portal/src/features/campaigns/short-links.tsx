/** Whether the addresses in a campaign's texts become short ones, of which clicks are counted. */
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import type { Batch } from '../../shared/api/types.ts';
import { isolated, showCount } from '../../shared/i18n/show.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { useWords } from './words.ts';

export function ShortLinks({
  isOn,
  onChange,
}: {
  readonly isOn: boolean;
  readonly onChange: (changed: { readonly shortLinks: boolean }) => void;
}) {
  const t = useWords();
  const { data } = useQuery(reading('showLinkDomain'));
  if (data === undefined) return null;
  const { address } = data;
  const example = isolated(`${address ?? ''}Xk3vR7bN`);
  return (
    <Switch
      label={t('short_links')}
      description={address === null ? t('short_links_none') : t('short_links_about', { example })}
      checked={isOn && address !== null}
      disabled={address === null}
      onChange={({ currentTarget }) => onChange({ shortLinks: currentTarget.checked })}
    />
  );
}

/** People who opened a link of it; none where it has none. */
export function Clicked({ batch: { clicks, counts } }: { readonly batch: Batch }) {
  const t = useWords();
  if (clicks === null) return null;
  const told = { delivered: showCount(counts?.delivered ?? 0), total: showCount(clicks.total) };
  return (
    <Figure label={t('clicked')} value={showCount(clicks.people)} note={t('clicked_of', told)} />
  );
}
