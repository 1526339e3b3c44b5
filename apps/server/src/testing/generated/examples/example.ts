import type { Call, InputOf } from '@airloom/contract/call';
import type { World } from '../../world.ts';

/** For each of these calls an input with which the owner's call must succeed. */
export type ExamplesOf<Calls extends Readonly<Record<string, Call>>> = {
  readonly [N in keyof Calls]: (world: World) => Promise<InputOf<Calls[N]>> | InputOf<Calls[N]>;
};
