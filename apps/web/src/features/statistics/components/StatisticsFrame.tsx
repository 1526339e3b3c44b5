import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import type { StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { OwnInterval, WindowPicker } from '../../../shared/chart/WindowPicker.tsx';
import { useLanguageStore } from '../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { ExportMenu, type SheetFormat } from '../../../shared/logs/LogFilters.tsx';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { type Content, type Sheet, sheetOf } from '../content.ts';
import type { PictureFormat } from '../paper/save-paper.ts';
import { askedInput } from './asked-input.ts';
import { ScopePicker } from './ScopePicker.tsx';
import './statistics.css';
import type { Asked } from './use-asked.ts';

const ReportsDrawer = lazy(() => import('./ReportsDrawer.tsx'));

interface StatisticsFrameProps {
  page: StatisticsPage;
  asked: Asked;
  title: string;
  lead: string;
  /** Undefined until it is known; then the page can be put on paper. */
  content: Content | undefined;
  /** Reads what the page has a table of, for paper. */
  readSheet?(): Promise<Sheet>;
  /** It is about now, and has no window of time. */
  now?: boolean;
  children: ReactNode;
}

/** What all pages of statistics have: of what and when they are, and ways to take them away. */
export function StatisticsFrame(props: StatisticsFrameProps) {
  const { page, asked, title, content, readSheet, now = false } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguageStore((state) => state.language);
  const [reports, setReports] = useAddressFlag('reports');
  const [drawing, setDrawing] = useState(false);
  const fileName = `statistics-${page}`;
  const exporting = useCommand(statisticsCalls.exportStatistics, {
    onDone: ({ url }, { format: kind }) => saveFrom(url, `${fileName}.${kind}`),
  });
  const counted =
    content?.window &&
    t('statistics.counted', {
      from: format.dateTime(content.window.from),
      to: format.dateTime(content.window.to),
    });

  function exportAs(kind: SheetFormat): void {
    if (now || asked.window.asked !== null) exporting.start({ ...askedInput(asked), page, format: kind });
    else toast.warning(t('statistics.range.first'));
  }

  async function draw(as: PictureFormat): Promise<void> {
    if (!content) return;
    setDrawing(true);
    try {
      const [{ savePaper }, table] = await Promise.all([import('../paper/save-paper.ts'), readSheet?.()]);
      const paper = {
        title,
        lead: [asked.placeName, counted ?? format.dateTime(new Date().toISOString())].join(' · '),
        content,
        sheets: [...content.bars.map(sheetOf), ...(table ? [table] : [])],
        language,
        nothing: t('ui.chart.nothing'),
        none: t('ui.chart.none'),
        fileName,
      };
      await savePaper(paper, as);
    } finally {
      setDrawing(false);
    }
  }

  return (
    <>
      <PageHeader
        title={title}
        lead={props.lead}
        actions={[
          { id: 'reports', label: t('statistics.reports.title'), icon: 'mail', run: () => setReports(true) },
        ]}
      />
      <div className="statistics-bar">
        <ScopePicker asked={asked} />
        {!now && <WindowPicker window={asked.window} onChange={asked.setWindow} />}
        <span className="statistics-space" />
        <ExportMenu
          pending={exporting.pending || drawing}
          choose={exportAs}
          more={(['png', 'pdf'] as const).map((kind) => ({
            id: kind,
            label: { png: t('statistics.png'), pdf: t('statistics.pdf') }[kind],
            icon: ({ png: 'chart', pdf: 'print' } as const)[kind],
            blocked: content === undefined ? t('statistics.notYet') : undefined,
            run: () => void ignoreCallFailure(draw(kind)),
          }))}
        />
      </div>
      {!now && <OwnInterval window={asked.window} onChange={asked.setWindow} />}
      {counted && <p className="statistics-counted">{counted}</p>}
      {props.children}
      <Suspense>{reports && <ReportsDrawer page={page} onClose={() => setReports(false)} />}</Suspense>
    </>
  );
}
