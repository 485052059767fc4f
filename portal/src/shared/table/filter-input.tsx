import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** A pause in typing. */
const PAUSE_MS = 250;

/**
 * A text that a list is filtered by. It holds what is typed itself, and tells the address after a
 * pause: the address changes too slowly to keep up with somebody who types. What is pasted or
 * cleared, and Enter, need no pause.
 */
export function FilterInput({
  value,
  onFilter,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  /** As the address has it. */
  readonly value: string;
  readonly onFilter: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  // What comes back from the address is older than what is typed by now, unless a link changed it.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  const tell = useDebouncedCallback((text: string) => {
    told.current = text;
    onFilter(text);
  }, PAUSE_MS);
  // Whoever has left for another page is not called back to this one.
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) tell.cancel();
      }),
    [router, tell],
  );
  return (
    <TextInput
      {...rest}
      value={typed}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        setTyped(text);
        tell(text);
        if (Math.abs(text.length - typed.length) > 1) tell.flush();
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') tell.flush();
      }}
    />
  );
}
