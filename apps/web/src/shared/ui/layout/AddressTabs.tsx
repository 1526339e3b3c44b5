import { useSearchParams } from 'react-router';
import { type Tab, Tabs } from './Tabs.tsx';

interface AddressTabsProps {
  label: string;
  items: readonly Tab[];
  /** What in the address is the page's own, whichever tab is open. */
  keep?: string;
}

/** Tabs of a page: the open one stands in the address, the first without a word. */
export function AddressTabs({ label, items, keep = '' }: AddressTabsProps) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  const active = items.find(({ key }) => key === asked) ?? items[0];
  const kept = query.get(keep);

  function show(tab: string): void {
    setQuery(
      { ...(kept === null ? {} : { [keep]: kept }), ...(tab === items[0]?.key ? {} : { tab }) },
      { replace: true },
    );
  }

  return <Tabs label={label} activeKey={active?.key ?? ''} onChange={show} items={items} />;
}
