import type { DraftPlace } from '@airloom/contract/configuration/configuration.calls';
import type { SettingEdit } from '@airloom/contract/configuration/edits';

interface DraftButtonProps {
  place: DraftPlace;
  edits: readonly SettingEdit[];
  onAdded(): void;
}

export function DraftButton(_props: DraftButtonProps) {
  return null;
}
