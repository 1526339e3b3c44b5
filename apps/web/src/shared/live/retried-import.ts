import { isServerReachable, untilServerReachable } from './reachability.ts';

/** Attempts while the server answers: then the file is missing, after an update of the server for example. */
const ATTEMPTS_MAX = 3;

const failedStyles = new Set<HTMLLinkElement>();

window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  true,
);

/** A style sheet is requested once per element, so a failed one gets a new element. */
function loadAgain(failed: HTMLLinkElement): Promise<void> {
  failedStyles.delete(failed);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = failed.href;
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
    failed.replaceWith(link);
  });
}

/** Loads a chunk. One that fails while the server is out of reach is loaded once it answers again. */
export async function retriedImport<T>(load: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; ) {
    try {
      return await load();
    } catch (error) {
      const isMissing = await isServerReachable();
      if (isMissing) attempts += 1;
      if (attempts > ATTEMPTS_MAX) throw error;
    }
    await untilServerReachable();
    await Promise.all([...failedStyles].map(loadAgain));
  }
}
