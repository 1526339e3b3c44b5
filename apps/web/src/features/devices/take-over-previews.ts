import type { OutputOf } from '@airloom/contract/call';
import type { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';

type Preview = OutputOf<typeof deviceCalls.previewConfiguration>;

/** Query state of one preview. */
export interface PreviewState {
  readonly data: Preview | undefined;
  readonly error: Error | null;
}

export interface Previews {
  /** Devices that can be taken over, with their documents. */
  readonly ready: readonly { readonly device: Device; readonly preview: Preview }[];
  /** Skipped devices whose preview failed. */
  readonly failed: readonly { readonly device: Device; readonly error: Error }[];
  readonly isLoading: boolean;
}

/** States are in the sequence of the devices. */
export function sortPreviews(devices: readonly Device[], states: readonly PreviewState[]): Previews {
  const both = devices.map((device, index) => ({ device, state: states[index] }));
  return {
    ready: both.flatMap(({ device, state }) => (state?.data ? [{ device, preview: state.data }] : [])),
    failed: both.flatMap(({ device, state }) =>
      state?.error && !state.data ? [{ device, error: state.error }] : [],
    ),
    isLoading: both.some(({ state }) => !state?.data && !state?.error),
  };
}
