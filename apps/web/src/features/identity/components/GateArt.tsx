const RINGS = [120, 200, 280, 360, 440, 520, 600, 680, 760] as const;

/** Points on the rings, by ring and angle in degrees. */
const NODES = [
  [1, 205],
  [2, 250],
  [3, 318],
  [4, 232],
  [5, 278],
  [6, 214],
  [6, 336],
  [7, 262],
  [8, 300],
] as const;

function place(ring: number, degrees: number): { x: number; y: number } {
  const radius = RINGS[ring] ?? 0;
  const angle = (degrees * Math.PI) / 180;
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
}

/** Waves of the product's mark, spreading from the corner, with points on them. */
export function GateArt() {
  return (
    <svg
      className="gate-art"
      viewBox="-800 -800 1600 800"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      focusable="false"
    >
      {RINGS.map((radius) => (
        <path key={radius} d={`M${-radius} 0a${radius} ${radius} 0 0 1 ${2 * radius} 0`} />
      ))}
      {NODES.map(([ring, degrees]) => {
        const { x, y } = place(ring, degrees);
        return <circle key={`${ring}-${degrees}`} cx={x} cy={y} r="5" />;
      })}
    </svg>
  );
}
