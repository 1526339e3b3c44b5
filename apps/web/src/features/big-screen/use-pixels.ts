import { type RefObject, useEffect, useState } from 'react';

/** Font size in pixels at this element, which scales with the big screen. */
export function usePixels(place: RefObject<HTMLElement | null>): number | null {
  const [pixels, setPixels] = useState<number | null>(null);
  useEffect(() => {
    const { current: element } = place;
    if (!element) return;
    const measure = new ResizeObserver(() =>
      setPixels(Number.parseFloat(getComputedStyle(element).fontSize)),
    );
    measure.observe(element);
    return () => measure.disconnect();
  }, [place]);
  return pixels;
}
