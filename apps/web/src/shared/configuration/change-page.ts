export const CHANGES_PAGE = '/configuration/changes';
export const CHANGE_PAGE = '/configuration/changes/detail';
export const DRAFT_PAGE = '/configuration/draft';
/** Where wireless networks are edited. */
export const NETWORKS_PAGE = '/wireless/netconfig';

/** The draft of an organization or a site. */
export function draftPage(placeUUID: string): string {
  return `${DRAFT_PAGE}?at=${placeUUID}`;
}

export function changePage(changeUUID: string): string {
  return `${CHANGE_PAGE}?changeUUID=${changeUUID}`;
}
