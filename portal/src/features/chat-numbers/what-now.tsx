/** What has become of a number that was just connected, and what is left to do. */
import { Alert, Text } from '@mantine/core';
import type { ConnectedChatNumber } from '../../shared/api/types.ts';
import { useWords } from './words.ts';

/** The platform's code for a business account that cannot pay. */
const NO_PAYMENT = '141006';

export function WhatNow({ number }: { readonly number: ConnectedChatNumber }) {
  const t = useWords();
  const { templates, reports, report_address: path, report_fault: why } = number;
  return (
    <>
      <Text>
        {number.notices.some(({ code }) => code !== null)
          ? t('done_blocked')
          : templates === null
            ? t('done_none')
            : t('done_templates', { count: templates })}
      </Text>
      {reports === 'here' && <Text>{t('here')}</Text>}
      {reports === 'as_before' && <Text>{t('as_before')}</Text>}
      {reports === 'by_hand' && (
        <Alert color="yellow">
          {t('by_hand')}
          <Text mt="xs" className="latin breaks">
            {new URL(path ?? '', window.location.origin).href}
          </Text>
          <Text mt="xs" className="latin breaks">
            {number.verify_token}
          </Text>
        </Alert>
      )}
      {reports === 'nowhere' && <Alert color="red">{t('nowhere', { why: why ?? '' })}</Alert>}
      {number.notices.map(({ code, text, advice }) => (
        <Alert key={`${code} ${text}`} color="yellow">
          {code === NO_PAYMENT ? t('no_payment') : <bdi>{`${text} ${advice ?? ''}`.trim()}</bdi>}
        </Alert>
      ))}
    </>
  );
}
