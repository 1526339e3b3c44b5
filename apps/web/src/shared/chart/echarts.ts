import { LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// Only what our charts draw with; the whole of it is three times as large.
use([LineChart, GridComponent, SVGRenderer]);

export type { EChartsType } from 'echarts/core';
export { init };
