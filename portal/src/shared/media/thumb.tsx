/** A file of the library in small: its picture, or the sign of its kind. */
import { useInViewport } from '@mantine/hooks';
import { IconFileText, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { addressOfCall, sessionHeaders, type FileName } from '../api/api.ts';
import type { MediaFile } from '../api/types.ts';
import classes from './media.module.css';

const SIGNS = { image: IconPhoto, video: IconVideo, audio: IconMusic, document: IconFileText };

/** A picture, as the service has it; undefined while it comes, or if it does not. */
function usePicture(call: FileName, id: string, enabled: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: [call, id],
    enabled,
    // Content never changes under its id.
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const address = addressOfCall(call, { path: { id } });
      const response = await fetch(address, { headers: sessionHeaders(), signal });
      return response.ok ? response.blob() : null;
    },
  });
  const url = useMemo(() => (data ? URL.createObjectURL(data) : undefined), [data]);
  useEffect(() => {
    if (url === undefined) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}

export function Thumb({ of }: { readonly of: MediaFile }) {
  const url = usePicture('readMediaPreview', of.id, of.has_preview);
  return <Shown url={url} sign={SIGNS[of.kind]} name="" />;
}

/** A picture of a message in small: it may be large, and is asked for when it is in sight. */
export function Picture({
  call,
  id,
  name,
}: {
  readonly call: FileName;
  readonly id: string;
  readonly name: string;
}) {
  const { ref, inViewport } = useInViewport();
  const url = usePicture(call, id, inViewport);
  return (
    <div ref={ref}>
      <Shown url={url} sign={IconPhoto} name={name} />
    </div>
  );
}

function Shown({
  url,
  sign: Sign,
  name,
}: {
  readonly url: string | undefined;
  readonly sign: typeof IconPhoto;
  readonly name: string;
}) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={classes['thumb']}>
      {url === undefined || isBroken ? (
        <Sign size={36} stroke={1.3} aria-hidden />
      ) : (
        <img src={url} alt={name} onError={() => setBroken(true)} />
      )}
    </span>
  );
}
