import { CallFailure } from './call-failure.ts';

/** Lets go of work whose failed call has been told to the person already; any other fault stays loud. */
export async function told(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
  }
}
