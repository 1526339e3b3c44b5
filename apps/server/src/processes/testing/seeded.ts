/** Pseudo-random integers from 0 to below `below`, the same for the same seed. */
export type Dice = (below: number) => number;

export function seeded(seed: number): Dice {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
