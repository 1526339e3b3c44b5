import { useEffect, useState } from 'react';
import type { Size } from '../viewport/geometry.ts';
import { type Country, type Detail, loadCountries } from './countries.ts';
import { isNear, shownBox, type View } from './view.ts';

const loaded = new Map<Detail, readonly Country[]>();

/** Countries as finely as the view asks for; those drawn coarsely until the finer ones are there. */
export function useCountries(detail: Detail): readonly Country[] {
  const [, setCount] = useState(loaded.size);
  useEffect(() => {
    if (loaded.has(detail)) return;
    let gone = false;
    const load = async (): Promise<void> => {
      loaded.set(detail, await loadCountries(detail));
      if (!gone) setCount(loaded.size);
    };
    void load();
    return () => {
      gone = true;
    };
  }, [detail]);
  return loaded.get(detail) ?? loaded.get('coarse') ?? [];
}

export function detailOf(view: View, size: Size): Detail {
  return isNear(view, size) ? 'fine' : 'coarse';
}

/** The lands in view. */
export function Lands({ view, size }: { view: View; size: Size }) {
  const countries = useCountries(detailOf(view, size));
  const box = shownBox(view, size);
  const inView = countries.filter(
    ({ left, right, top, bottom }) =>
      left < box.right && right > box.left && top < box.bottom && bottom > box.top,
  );
  return (
    <svg
      className="map-lands"
      viewBox={`${box.left} ${box.top} ${box.right - box.left} ${box.bottom - box.top}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {inView.map(({ key, line }) => (
        <path key={key} d={line} />
      ))}
    </svg>
  );
}
