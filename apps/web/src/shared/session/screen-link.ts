/** The link to the big screen that this tab shows; null in every other tab. */
let shown: string | null = null;

export function showScreenLink(linkUUID: string | null): void {
  shown = linkUUID;
}

export function shownScreenLink(): string | null {
  return shown;
}
