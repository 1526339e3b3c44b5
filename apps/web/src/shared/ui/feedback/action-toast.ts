import './action-toast.css';

/** Long enough to read the text and press the button. */
const SHOWN_MS = 12_000;
const HOST_ID = 'action-toasts';

interface ActionToast {
  text: string;
  /** The word on the button, e.g. “Undo”. */
  label: string;
  run(): void;
}

/** The last element of the page, so that Tab reaches it after an open drawer. */
function hostOf(): HTMLElement {
  const known = document.getElementById(HOST_ID);
  const host = known ?? document.createElement('div');
  if (known === null) {
    host.id = HOST_ID;
    host.setAttribute('role', 'status');
    // Drawers and dialogs pull the focus back when it leaves them: they do not notice it here.
    host.addEventListener('focusin', (event) => event.stopPropagation());
  }
  if (document.body.lastElementChild !== host) document.body.append(host);
  return host;
}

/** Confirms that something was done, with a button to undo or open it. It stays while it is pointed at or focused. */
export function actionToast({ text, label, run }: ActionToast): Promise<void> {
  const toast = document.createElement('div');
  toast.className = 'action-toast';
  const words = document.createElement('span');
  words.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  toast.append(words, button);
  hostOf().append(toast);
  return new Promise((resolve) => {
    let focusedBefore: EventTarget | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function end(): void {
      clearTimeout(timer);
      const hadFocus = toast.contains(document.activeElement);
      toast.remove();
      if (hadFocus && focusedBefore instanceof HTMLElement) focusedBefore.focus();
      resolve();
    }
    const hold = (): void => clearTimeout(timer);
    const release = (): void => {
      hold();
      timer = setTimeout(end, SHOWN_MS);
    };
    toast.addEventListener('pointerenter', hold);
    toast.addEventListener('pointerleave', release);
    toast.addEventListener('focusout', release);
    toast.addEventListener('focusin', ({ relatedTarget }) => {
      focusedBefore = relatedTarget;
      hold();
    });
    button.addEventListener('click', () => {
      end();
      run();
    });
    release();
  });
}
