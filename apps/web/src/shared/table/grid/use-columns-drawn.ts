import { useEffect } from 'react';

/** Reports how many columns there is room for, so that the column chooser can say which are left out. */
export function useColumnsDrawn(count: number, onDrawn: ((count: number) => void) | undefined): void {
  useEffect(() => onDrawn?.(count), [count, onDrawn]);
}
