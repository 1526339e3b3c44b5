import { type ReactNode, useEffect, useRef, useState } from 'react';

/** So far below the window it is made ready. */
const AHEAD = '300px';

interface WhenVisibleProps {
  height: number;
  className: string;
  children: ReactNode;
}

/** What lies below the fold is asked for when somebody comes near it; its place is kept until then. */
export function WhenVisible({ height, className, children }: WhenVisibleProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const { current: element } = place;
    if (!element) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        watch.disconnect();
      },
      { rootMargin: AHEAD },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} className={className} style={{ minHeight: height }}>
      {near && children}
    </div>
  );
}
