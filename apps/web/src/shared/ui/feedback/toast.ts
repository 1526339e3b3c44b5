import { LIMITS } from '@airloom/contract/limits';

type Tone = 'success' | 'error' | 'info' | 'warning';

/** antd's messages come with the first toast, not with the first page. */
async function show(tone: Tone, text: string): Promise<void> {
  const { message } = await import('./feedback.tsx');
  await message[tone]({ content: text, duration: LIMITS.toastMs / 1_000 });
}

export const toast = {
  success: (text: string): void => void show('success', text),
  error: (text: string): void => void show('error', text),
  info: (text: string): void => void show('info', text),
  warning: (text: string): void => void show('warning', text),
};
