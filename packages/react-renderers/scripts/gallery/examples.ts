import type { JsonObject } from '@pf/core'
import type { ComponentState } from '../../src/store/model/types.ts'
import { documents } from './documents.ts'

type Example = Partial<ComponentState> & { component: string; props: JsonObject }

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const delays = [9.8, 8.1, 7.7, 6.2, 6.9, 10.9, 8.8, 7.6, 5.3, 4.9, 4.1, 6.0]
const routes = [
  ['ORD → LGA', 9184, 14.2, 0.071, '2001-06-14', true],
  ['ORD → EWR', 6870, 15.9, 0.059, '2001-06-12', true],
  ['ORD → MSP', 8021, 12.4, 0.05, '2001-01-30', false],
  ['SFO → LAX', 12455, 6.3, 0.042, '2001-03-02', false],
  ['DFW → ORD', 10311, 7.25, 0.039, '2001-06-13', true],
  ['BOS → LGA', 9027, 7.9, 0.038, '2001-11-20', false],
]

const option = (more: JsonObject): JsonObject => ({ option: more })

export const examples: Record<string, Example> = {
  bar: {
    component: 'echarts',
    props: {
      ...option({
        title: { text: 'Average arrival delay by month', subtext: 'All carriers, 2001. Lowest in November, after schedules were thinned.' },
        xAxis: { type: 'category', data: months },
        yAxis: { type: 'value', name: 'Minutes' },
        series: [{ name: 'Delay', type: 'bar', data: delays, label: { show: true, position: 'top' } }],
      }),
      height: '300px',
    },
  },
  lines: {
    component: 'echarts',
    title: 'Flights by carrier',
    props: {
      ...option({
        legend: {},
        tooltip: { trigger: 'axis' },
        xAxis: { type: 'category', data: months },
        yAxis: { type: 'value', name: 'Flights' },
        series: ['AA', 'UA', 'WN', 'DL', 'US', 'NW', 'CO', 'AS'].map((name, index) => ({
          name,
          type: 'line',
          data: months.map((_, month) => Math.round(40_000 + 9_000 * index + 3_000 * Math.sin(month / 2 + index))),
        })),
      }),
      height: '340px',
    },
  },
  pie: {
    component: 'echarts',
    title: 'Causes of delay',
    props: {
      ...option({
        series: [
          {
            type: 'pie',
            radius: ['40%', '70%'],
            data: [
              { name: 'Late aircraft', value: 39.6 },
              { name: 'Carrier', value: 27.1 },
              { name: 'National aviation system', value: 24.9 },
              { name: 'Weather', value: 7.2 },
              { name: 'Security', value: 1.2 },
            ],
          },
        ],
      }),
      height: '260px',
    },
  },
  scatter: {
    component: 'echarts',
    title: 'Delay by distance',
    props: {
      ...option({
        xAxis: { type: 'value', name: 'Distance (miles)' },
        yAxis: { type: 'value', name: 'Delay (min)' },
        series: [
          { name: 'Morning', type: 'scatter', data: Array.from({ length: 60 }, (_, i) => [200 + i * 40, 4 + ((i * 7) % 13) / 2]) },
          { name: 'Evening', type: 'scatter', data: Array.from({ length: 60 }, (_, i) => [220 + i * 40, 8 + ((i * 11) % 17) / 2]) },
        ],
      }),
      height: '300px',
    },
  },
  heatmap: {
    component: 'echarts',
    title: 'Delay by weekday and hour',
    props: {
      ...option({
        xAxis: { type: 'category', data: ['6', '9', '12', '15', '18', '21'] },
        yAxis: { type: 'category', data: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] },
        visualMap: { min: 0, max: 20, calculable: true, orient: 'vertical', right: 0, top: 'middle' },
        series: [{ type: 'heatmap', data: Array.from({ length: 30 }, (_, i) => [i % 6, Math.floor(i / 6), (i * 37) % 20]) }],
      }),
      height: '260px',
    },
  },
  boxplot: {
    component: 'echarts',
    title: 'Spread of delays',
    props: {
      ...option({
        xAxis: { type: 'category', data: ['AA', 'UA', 'WN', 'DL'] },
        yAxis: { type: 'value', name: 'Minutes' },
        series: [
          {
            type: 'boxplot',
            data: [
              [-12, 0, 6, 14, 40],
              [-9, 2, 8, 19, 52],
              [-14, -2, 4, 10, 31],
              [-10, 1, 5, 12, 36],
            ],
          },
        ],
      }),
      height: '260px',
    },
  },
  treemap: {
    component: 'echarts',
    title: 'Flights by region',
    props: {
      ...option({
        series: [
          {
            type: 'treemap',
            data: [
              {
                name: 'Midwest',
                value: 120,
                children: [
                  { name: 'ORD', value: 70 },
                  { name: 'MSP', value: 30 },
                  { name: 'DTW', value: 20 },
                ],
              },
              {
                name: 'West',
                value: 90,
                children: [
                  { name: 'LAX', value: 50 },
                  { name: 'SFO', value: 40 },
                ],
              },
              { name: 'South', value: 60, children: [{ name: 'DFW', value: 60 }] },
            ],
          },
        ],
      }),
      height: '260px',
    },
  },
  gauge: {
    component: 'echarts',
    title: 'On time',
    props: { ...option({ series: [{ type: 'gauge', data: [{ value: 81.4, name: 'On time (%)' }] }] }), height: '240px' },
  },
  radar: {
    component: 'echarts',
    title: 'Carriers compared',
    props: {
      ...option({
        legend: {},
        radar: { indicator: ['Punctual', 'Cheap', 'Frequent', 'Comfort', 'Reach'].map((name) => ({ name, max: 10 })) },
        series: [
          {
            type: 'radar',
            data: [
              { name: 'AA', value: [7, 5, 9, 6, 9] },
              { name: 'WN', value: [8, 9, 8, 5, 6] },
            ],
          },
        ],
      }),
      height: '300px',
    },
  },
  sankey: {
    component: 'echarts',
    title: 'Where delays travel',
    props: {
      ...option({
        series: [
          {
            type: 'sankey',
            data: ['Weather', 'Carrier', 'ORD', 'LGA', 'EWR'].map((name) => ({ name })),
            links: [
              { source: 'Weather', target: 'ORD', value: 12 },
              { source: 'Carrier', target: 'ORD', value: 8 },
              { source: 'ORD', target: 'LGA', value: 11 },
              { source: 'ORD', target: 'EWR', value: 9 },
            ],
          },
        ],
      }),
      height: '240px',
    },
  },
  table: {
    component: 'datagrid',
    title: 'Routes by delay minutes',
    props: {
      columns: [
        { field: 'route', header: 'Route' },
        { field: 'flights', header: 'Flights', format: 'number' },
        { field: 'delay', header: 'Avg delay (min)', format: 'number' },
        { field: 'share', header: 'Share of delay', format: 'percent' },
        { field: 'worst', header: 'Worst day', format: 'date' },
        { field: 'watch', header: 'Watched', format: 'boolean' },
      ],
      rows: routes.map(([route, flights, delay, share, worst, watch]) => ({ route, flights, delay, share, worst, watch })) as JsonObject[],
      exportable: true,
      pageSize: 4,
    },
  },
  tableTools: {
    component: 'datagrid',
    title: 'All stations',
    props: {
      columns: [
        { field: 'name', header: 'Station', filterable: true },
        { field: 'revenue', header: 'Revenue', format: 'currency' },
        { field: 'note', header: 'Note', filterable: true },
      ],
      rows: Array.from({ length: 400 }, (_, i) => ({
        name: `Station ${i + 1}`,
        revenue: ((i * 7919) % 90_000) + 0.5 * (i % 2),
        note: i % 3 ? '' : 'Closed for repairs until the spring timetable',
      })),
      filterable: true,
      selectable: true,
      exportable: true,
      pageSize: 0,
      compact: true,
      striped: false,
    },
  },
  empty: {
    component: 'datagrid',
    title: 'Cancelled flights',
    props: {
      columns: [
        { field: 'a', header: 'Flight' },
        { field: 'b', header: 'Reason' },
      ],
      rows: [],
    },
  },
  metric: {
    component: 'metric',
    props: {
      value: 482_300,
      label: 'Revenue in October',
      format: 'currency',
      change: 0.064,
      changeLabel: 'vs September',
      sparkline: [401, 415, 409, 438, 453, 482],
      icon: 'dollar',
    },
  },
  figures: {
    component: 'grid',
    props: {
      columns: 3,
      items: [
        { component: 'metric', props: { value: 7.2, label: 'Average delay', suffix: 'min', change: -0.163, changeLabel: 'on 2000', color: 'good' } },
        {
          component: 'metric',
          props: {
            value: 0.186,
            format: 'percent',
            label: 'Flights over 15 min late',
            change: -0.03,
            changeLabel: 'on 2000',
            color: 'good',
            sparkline: [24, 22, 23, 20, 21, 18.6],
          },
        },
        { component: 'metric', props: { value: 3412, label: 'Cancelled', change: 0.12, changeLabel: 'on 2000', color: 'bad' } },
      ],
    },
  },
  dashboard: {
    component: 'grid',
    title: 'Operations',
    props: {
      columns: 2,
      items: [
        { component: 'metric', props: { value: 1284, label: 'Visitors', change: 0 } },
        { component: 'metric', props: { value: 0.037, label: 'Conversion', format: 'percent', change: 0.02 } },
        {
          component: 'echarts',
          title: 'Delay by month',
          props: { option: { xAxis: { type: 'category', data: months }, yAxis: {}, series: [{ type: 'line', areaStyle: {}, data: delays }] }, height: '240px' },
        },
        {
          component: 'datagrid',
          title: 'Latest',
          props: {
            columns: [
              { field: 'm', header: 'Month' },
              { field: 'd', header: 'Delay (min)', format: 'number' },
            ],
            rows: months.slice(0, 4).map((m, i) => ({ m, d: delays[i] ?? 0 })),
            pageSize: 10,
            compact: true,
          },
        },
      ],
    },
  },
  markdown: {
    component: 'markdown',
    props: {
      content:
        '## What happened\n\nAverage delay fell from **9.8 minutes** in January to **4.1** in November, with one peak in June[^1]. See [the data](https://example.org/flights) or [https://bank.example](https://evil.example).\n\n- Thunderstorms over the Midwest\n- Fewer flights after September\n  - by 18 %\n- [x] Checked against `run_query`\n- [ ] Repeat for 2002\n\n> Schedules were thinned in the autumn.\n\n| Month | Delay | Flights |\n|---|---:|---:|\n| January | 9.8 | 488,940 |\n| June | 10.9 | 513,002 |\n\n```sql\nselect month, avg(delay) as delay\nfrom flights where year = 2001\ngroup by 1 order by 1\n```\n\n### A picture\n\n![Route map](https://images.example/routes.png)\n\n<b>raw</b> stays text.\n\n[^1]: June alone holds 12 % of the year.',
    },
  },
  skeleton: { component: 'echarts', status: 'skeleton', props: {} },
  skeletonTable: { component: 'datagrid', status: 'skeleton', props: {} },
  rejected: {
    component: 'datagrid',
    status: 'rejected',
    props: {},
    errors: [{ code: 'schema_invalid', pointer: '/rows/0', expected: 'object' }],
  },
  invalid: { component: 'metric', props: { value: { a: 1 }, label: 'x' } as JsonObject },
  unknown: { component: 'hologram', props: {} },
  ...documents,
}

/** An example as the store would hold it. */
export const stateOf = (name: string, example: Example): ComponentState => ({
  key: name,
  id: name,
  status: 'ready',
  message_id: 't:gallery',
  seq: 0,
  ts: 0,
  version: 0,
  ...example,
})
