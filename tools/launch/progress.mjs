const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const REMINDER_MS = 15_000;

export function elapsed(/** @type {number} */ milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * Shows that a long step is under way and how long it took: a spinner on a terminal, otherwise a line now and then.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const began = performance.now();
  const since = () => elapsed(performance.now() - began);
  const stopShowing = process.stdout.isTTY ? spin(title, since) : remind(title, since);
  try {
    const result = await work();
    stopShowing();
    console.log(`✓ ${title} (${since()})`);
    return result;
  } catch (error) {
    stopShowing();
    console.log(`✗ ${title} (${since()})`);
    throw error;
  }
}

function spin(/** @type {string} */ title, /** @type {() => string} */ since) {
  let frame = 0;
  const timer = setInterval(() => {
    process.stdout.write(`\r\x1b[2K${FRAMES[frame++ % FRAMES.length]} ${title} (${since()})`);
  }, FRAME_MS);
  return () => {
    clearInterval(timer);
    process.stdout.write('\r\x1b[2K');
  };
}

function remind(/** @type {string} */ title, /** @type {() => string} */ since) {
  console.log(`… ${title}`);
  const timer = setInterval(() => console.log(`… ${title} (${since()})`), REMINDER_MS);
  return () => clearInterval(timer);
}
