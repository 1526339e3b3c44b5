function keyOf(managerUUID: string): string {
  return `lastSite.${managerUUID}`;
}

export function readLastSite(managerUUID: string): string | null {
  return localStorage.getItem(keyOf(managerUUID));
}

export function storeLastSite(managerUUID: string, siteId: string): void {
  localStorage.setItem(keyOf(managerUUID), siteId);
}
