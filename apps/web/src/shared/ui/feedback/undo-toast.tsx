import { Button } from 'antd';

/** Long enough to read what happened and think better of it. */
const SHOWN_S = 8;

interface Undoable {
  text: string;
  /** The word on the button, e.g. “Undo”. */
  label: string;
  undo(): void;
}

/** Tells that something was done, and offers to take it back. */
export async function undoToast({ text, label, undo }: Undoable): Promise<void> {
  const { message } = await import('./feedback.tsx');
  const close = message.success({
    duration: SHOWN_S,
    content: (
      <>
        {text}{' '}
        <Button
          type="link"
          size="small"
          onClick={() => {
            close();
            undo();
          }}
        >
          {label}
        </Button>
      </>
    ),
  });
  await close;
}
