import { type RefObject, useEffect, useRef } from 'react';

/** The newest of what changes with every drawing, for listeners that stay. */
export function useStable<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
