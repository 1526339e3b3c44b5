import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Distance below the window at which content is loaded. */
const AHEAD = '300px';

interface WhenVisibleProps {
  height: number;
  className?: string;
  children: ReactNode;
}

/** Renders content when it comes near the visible area; keeps its height until then. */
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
    <div ref={place} className={className} style={near ? undefined : { minHeight: height }}>
      {near && children}
    </div>
  );
}
