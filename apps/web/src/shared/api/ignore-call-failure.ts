import { CallFailure } from './call-failure.ts';

/** Ignores call failures, which are already shown to the person; rethrows any other error. */
export async function ignoreCallFailure(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
  }
}
