import type { ChangeSource } from '@airloom/contract/configuration/configuration.calls';

interface ReviewChangeProps {
  source: ChangeSource | null;
  onClose(): void;
  onApplied(changeUUID: string): void;
}

export function ReviewChange(_props: ReviewChangeProps) {
  return null;
}
