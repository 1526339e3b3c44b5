import { Button } from 'antd';

/** Long enough to read the text and press the button. */
const SHOWN_S = 8;

interface ActionToast {
  text: string;
  /** The word on the button, e.g. “Undo”. */
  label: string;
  run(): void;
}

/** Confirms that something was done, with a button to undo or open it. */
export async function actionToast({ text, label, run }: ActionToast): Promise<void> {
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
            run();
          }}
        >
          {label}
        </Button>
      </>
    ),
  });
  await close;
}
