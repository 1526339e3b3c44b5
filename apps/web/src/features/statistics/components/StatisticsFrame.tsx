import type { DocumentFormat } from '@airloom/contract/export-call';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import type { StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { ChartPage } from '../../../shared/chart/crosshair/ChartPage.tsx';
import { PreviousSwitch } from '../../../shared/chart/previous/PreviousSwitch.tsx';
import { OwnInterval, WindowPicker } from '../../../shared/chart/WindowPicker.tsx';
import { LazyZoomNote } from '../../../shared/chart/zoom/LazyZoomNote.tsx';
import { useSetZoom } from '../../../shared/chart/zoom/use-zoom.ts';
import { useLanguageStore } from '../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { ExportMenu } from '../../../shared/logs/LogFilters.tsx';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { type Content, type Sheet, sheetOf } from '../content.ts';
import { requestInput } from './request-input.ts';
import './statistics.css';
import type { StatisticsRequest } from './use-statistics-request.ts';

const ReportsDrawer = lazy(() => import('./ReportsDrawer.tsx'));

interface StatisticsFrameProps {
  page: StatisticsPage;
  request: StatisticsRequest;
  title: string;
  lead: string;
  /** Undefined while loading; needed for the export. */
  content: Content | undefined;
  /** Reads the table of the page for the export. */
  readSheet?(): Promise<Sheet>;
  /** The page shows current figures without a time window. */
  now?: boolean;
  children: ReactNode;
}

/** Frame of all statistics pages: scope, time window and export. */
export function StatisticsFrame(props: StatisticsFrameProps) {
  const { page, request, title, content, readSheet, now = false } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguageStore((state) => state.language);
  const [reports, setReports] = useAddressFlag('reports');
  const setZoom = useSetZoom();
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

  async function exportAs(kind: DocumentFormat): Promise<void> {
    if (!now && request.window.asked === null) {
      toast.warning(t('statistics.range.first'));
      return;
    }
    const { browserSiteZone } = await import('../../../shared/zones/zone-names.ts');
    exporting.start({ ...requestInput(request), page, format: kind, timeZone: browserSiteZone() });
  }

  async function drawPicture(): Promise<void> {
    if (!content) return;
    setDrawing(true);
    try {
      const [{ savePaper }, table] = await Promise.all([import('../paper/save-paper.ts'), readSheet?.()]);
      const paper = {
        title,
        lead: [request.placeName, counted ?? format.dateTime(new Date().toISOString())].join(' · '),
        content,
        sheets: [...content.bars.map(sheetOf), ...(table ? [table] : [])],
        language,
        nothing: t('ui.chart.nothing'),
        none: t('ui.chart.none'),
        fileName,
      };
      await savePaper(paper);
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
        {!now && <WindowPicker window={request.window} onChange={request.setWindow} />}
        {!now && <PreviousSwitch on={request.comparing} set={request.setComparing} />}
        <span className="statistics-space" />
        <ExportMenu
          pending={exporting.pending || drawing}
          choose={(kind) => void exportAs(kind)}
          more={[
            { id: 'pdf', label: t('statistics.pdf'), icon: 'print', run: () => void exportAs('pdf') },
            {
              id: 'png',
              label: t('statistics.png'),
              icon: 'chart',
              blocked: content === undefined ? t('statistics.notYet') : undefined,
              run: () => void ignoreCallFailure(drawPicture()),
            },
          ]}
        />
      </div>
      {!now && <OwnInterval window={request.window} onChange={request.setWindow} />}
      {!now && <LazyZoomNote zoom={request.window.zoom} />}
      {counted && <p className="statistics-counted">{counted}</p>}
      <ChartPage onZoom={now ? undefined : setZoom}>{props.children}</ChartPage>
      <Suspense>{reports && <ReportsDrawer page={page} onClose={() => setReports(false)} />}</Suspense>
    </>
  );
}
