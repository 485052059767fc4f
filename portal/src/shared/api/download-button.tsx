/** Saves a file of `/v1` under the name that the service gives it. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSubmit } from '../form/use-submit.ts';
import { addressOfCall, sessionHeaders, type AnyTakes, type FileName } from './api.ts';

/**
 * A link would ask without the headers of the session, and get the file of the person's first
 * account.
 */
export function DownloadButton({
  call,
  takes = {},
  accept,
  children,
}: {
  readonly call: FileName;
  readonly takes?: AnyTakes;
  /** The media type that is wanted, where there are several. */
  readonly accept?: string;
  readonly children: string;
}) {
  const { run, isRunning } = useSubmit(async () => save(addressOfCall(call, takes), accept));
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isRunning}
      onClick={() => run()}
    >
      {children}
    </Button>
  );
}

async function save(address: string, accept: string | undefined): Promise<void> {
  const headers = { ...sessionHeaders(), ...(accept === undefined ? {} : { Accept: accept }) };
  const response = await fetch(address, { headers });
  if (!response.ok) {
    const { detail } = (await response.json()) as { readonly detail: string };
    throw new Error(detail);
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = nameOf(response.headers.get('content-disposition')) ?? 'paigham';
  link.click();
  URL.revokeObjectURL(url);
}

function nameOf(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}
