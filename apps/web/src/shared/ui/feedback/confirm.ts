export interface Question {
  title: string;
  text?: string;
  /** The verb of what will happen, e.g. “Delete”. */
  action: string;
  cancel?: string;
  danger?: boolean;
}

/** Asks before something that cannot be taken back; false when the person thinks better of it. */
export async function confirm(question: Question): Promise<boolean> {
  const { Modal } = await import('./feedback.tsx');
  return new Promise((resolve) => {
    Modal.confirm({
      title: question.title,
      content: question.text,
      okText: question.action,
      ...(question.cancel === undefined ? {} : { cancelText: question.cancel }),
      okButtonProps: { danger: question.danger ?? false },
      focusable: { autoFocusButton: question.danger ? 'cancel' : 'ok' },
      icon: null,
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    });
  });
}

/** Tells something that must be read before going on. */
export async function showAlert(notice: { title: string; text: string; action: string }): Promise<void> {
  const { Modal } = await import('./feedback.tsx');
  return new Promise((resolve) => {
    Modal.warning({
      title: notice.title,
      content: notice.text,
      okText: notice.action,
      icon: null,
      keyboard: false,
      onOk: () => resolve(),
    });
  });
}
