import type { Campaign } from '@airloom/contract/firmware/firmware.model';

export interface WavePart {
  number: number;
  /** What of all devices is upgraded in it, in percent. */
  share: number;
  state: 'over' | 'running' | 'waiting';
}

/** The waves of a campaign beside each other: shares in the contract are told as what is reached in all. */
export function wavesOf({ waves, wave, state }: Pick<Campaign, 'waves' | 'wave' | 'state'>): WavePart[] {
  return waves.map((reached, index) => {
    const number = index + 1;
    const over = state === 'finished' || number < wave;
    return {
      number,
      share: reached - (waves[index - 1] ?? 0),
      state: over ? 'over' : number === wave ? 'running' : 'waiting',
    };
  });
}
