import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import type { Page } from '@airloom/contract/paging';

interface Asked {
  page: number;
  size: number;
  search: string;
  sort: string | undefined;
}

/** What rules and types are called on screen. */
interface Called {
  name(rule: AlarmRule): string;
  type(rule: AlarmRule): string;
}

function keyOf(rule: AlarmRule, field: string, called: Called): string {
  if (field === 'type') return called.type(rule);
  return field === 'updatedAt' ? rule.updatedAt : called.name(rule);
}

/**
 * Shipped rules are called by a text of the page's language, which the server does not search or sort by. An
 * account has few rules, so they are searched and sorted here.
 */
export function rulePage(
  rules: readonly AlarmRule[],
  { page, size, search, sort = 'type' }: Asked,
  called: Called,
): Page<AlarmRule> {
  const wanted = search.trim().toLowerCase();
  const down = sort.startsWith('-');
  const field = down ? sort.slice(1) : sort;
  const found = rules
    .filter((rule) =>
      [called.name(rule), called.type(rule), rule.description].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    )
    .toSorted((a, b) => {
      const order = keyOf(a, field, called).localeCompare(keyOf(b, field, called));
      return (down ? -order : order) || called.name(a).localeCompare(called.name(b));
    });
  return { total: found.length, rows: found.slice((page - 1) * size, page * size) };
}
