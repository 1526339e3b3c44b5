export interface Question {
  title: string;
  text?: string;
  /** The verb of what will happen, e.g. “Delete”. */
  action: string;
  cancel?: string;
  danger?: boolean;
}

/** Called with what closes a dialog when it opens; returns what is called once it is closed. */
type DialogListener = (close: () => boolean) => () => void;
let opened: DialogListener = () => () => undefined;

export function onDialog(listener: DialogListener): void {
  opened = listener;
}

/** Asks before something that cannot be taken back; false when the person thinks better of it. */
export async function confirm(question: Question): Promise<boolean> {
  const { Modal, confirmFooter } = await import('./feedback.tsx');
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      closed();
      resolve(isConfirmed);
    };
    const dialog = Modal.confirm({
      title: question.title,
      content: question.text,
      okText: question.action,
      ...(question.cancel === undefined ? {} : { cancelText: question.cancel }),
      okButtonProps: { danger: question.danger ?? false },
      focusable: { autoFocusButton: question.danger ? 'cancel' : 'ok' },
      icon: null,
      footer: confirmFooter,
      onOk: () => answer(true),
      onCancel: () => answer(false),
    });
    const closed = opened(() => {
      dialog.destroy();
      resolve(false);
      return true;
    });
  });
}

/** Tells something that must be read before going on. */
export async function showAlert(notice: { title: string; text: string; action: string }): Promise<void> {
  const { Modal, confirmFooter } = await import('./feedback.tsx');
  return new Promise((resolve) => {
    Modal.warning({
      title: notice.title,
      content: notice.text,
      okText: notice.action,
      icon: null,
      keyboard: false,
      footer: confirmFooter,
      onOk: () => resolve(),
    });
  });
}
