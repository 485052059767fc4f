/** A file of the library in small: its picture, or the sign of its kind. */
import { IconFileText, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { addressOfCall, sessionHeaders } from '../api/api.ts';
import type { MediaFile } from '../api/types.ts';
import classes from './media.module.css';

const SIGNS = { image: IconPhoto, video: IconVideo, audio: IconMusic, document: IconFileText };

/** The preview, as the service has it; undefined while it comes, or if it does not. */
function usePreview({ id, has_preview: has }: MediaFile): string | undefined {
  const { data } = useQuery({
    queryKey: ['readMediaPreview', id],
    enabled: has,
    // Content never changes under its id.
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const address = addressOfCall('readMediaPreview', { path: { id } });
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
  const url = usePreview(of);
  const [isBroken, setBroken] = useState(false);
  const Sign = SIGNS[of.kind];
  return (
    <span className={classes['thumb']}>
      {url === undefined || isBroken ? (
        <Sign size={36} stroke={1.3} aria-hidden />
      ) : (
        <img src={url} alt="" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
