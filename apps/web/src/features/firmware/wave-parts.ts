import type { Campaign } from '@airloom/contract/firmware/firmware.model';

export interface WavePart {
  number: number;
  /** Share of all devices in percent. */
  share: number;
  state: 'over' | 'running' | 'waiting';
}

/** Waves of a campaign with their own shares: the contract has cumulative ones. */
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
