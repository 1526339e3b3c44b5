import type { ChangeSource, DraftPlace } from '@airloom/contract/configuration/configuration.calls';
import type { SettingEdit } from '@airloom/contract/configuration/edits';

interface ReviewChangeProps {
  source: ChangeSource | null;
  onClose(): void;
  onApplied(changeUUID: string): void;
}

export function ReviewChange(_props: ReviewChangeProps) {
  return null;
}

interface DraftButtonProps {
  place: DraftPlace;
  edits: readonly SettingEdit[];
  onAdded(): void;
}

export function DraftButton(_props: DraftButtonProps) {
  return null;
}
