/** Requests aborted by leaving the page are neither network nor session failures. */
const GONE_WITHIN_MS = 10_000;
let leavingSince = Number.NEGATIVE_INFINITY;

for (const event of ['beforeunload', 'pagehide']) {
  window.addEventListener(event, () => {
    leavingSince = performance.now();
  });
}

/** Whether the page is being left; one that is still there after a while was not. */
export function isLeaving(): boolean {
  return performance.now() - leavingSince < GONE_WITHIN_MS;
}
