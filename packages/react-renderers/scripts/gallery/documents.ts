import type { JsonObject } from '@pf/core'

const source = `export function median(values: readonly number[]): number | undefined {
  // Sorting in place would change what the caller holds.
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length % 2 === 1) return sorted[middle]
  return (sorted[middle - 1] + sorted[middle]) / 2 // mean of the two
}

const label = \`Median of \${count} days\``

const change = ` export function median(values: number[]) {
-  return values.sort()[values.length / 2]
+  const sorted = values.toSorted((a, b) => a - b)
+  return sorted[Math.floor(sorted.length / 2)]
 }`

const bar: JsonObject = {
  option: {
    xAxis: { type: 'category', data: ['Thu', 'Fri', 'Sat', 'Sun'] },
    yAxis: { type: 'value', name: 'Orders' },
    series: [{ type: 'bar', data: [171, 204, 238, 201] }],
  },
  height: '220px',
}

const table: JsonObject = {
  columns: [{ field: 'day' }, { field: 'orders', format: 'number' }],
  rows: [
    { day: 'Thu', orders: 171 },
    { day: 'Fri', orders: 204 },
  ],
}

const picture = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEElEQVR42mNgaGjAjoaWBADiMEABsMU5DQAAAABJRU5ErkJggg==`

/** Components that hold text, code and other components. */
export const documents: Record<string, { component: string; title?: string; props: JsonObject }> = {
  callout: {
    component: 'callout',
    props: { type: 'warning', title: 'March is incomplete', content: 'Two of five stores have **not reported** yet; totals will rise.' },
  },
  'callout-info': { component: 'callout', props: { content: 'Times are local to the airport of departure.' } },
  'callout-error': {
    component: 'callout',
    props: { type: 'error', title: 'Three files could not be read', content: '- `may.csv`\n- `june.csv`\n- `july.csv`', collapsible: true },
  },
  'callout-success': { component: 'callout', props: { type: 'success', content: 'All 5 stores have reported.' } },
  'callout-tip': { component: 'callout', props: { type: 'tip', title: 'Compare like with like', content: 'Easter moves: take weeks, not months.' } },
  'callout-note': { component: 'callout', props: { type: 'note', content: 'Rounded to whole minutes.' } },
  code: { component: 'code', props: { code: source, language: 'typescript', filename: 'median.ts', startLine: 8, highlightLines: [10, 12] } },
  'code-diff': { component: 'code', props: { code: change, language: 'typescript', filename: 'median.ts', diff: true } },
  'code-plain': {
    component: 'code',
    props: { code: 'GET /artifacts/a1?offset=0&limit=100\nAccept: application/json', showLineNumbers: false, language: 'http' },
  },
  json: {
    component: 'json',
    title: 'Answer of a weather service',
    props: {
      data: {
        station: 'Lindau',
        observed: '2025-05-04T06:00:00Z',
        air: { celsius: 11.4, humidity: 0.82, dry: false, note: null },
        wind: [{ from: 'SW', knots: 9 }],
        alerts: [],
        hourly: Array.from({ length: 240 }, (_, hour) => ({ hour, celsius: 11 })),
        text: 'Cloudy with sunny spells. '.repeat(20),
      },
    },
  },
  image: {
    component: 'image',
    title: 'Accent colour',
    props: { src: picture, alt: 'A small square in the accent colour', caption: 'The colour of links', width: '160px', border: true, zoomable: true },
  },
  tabs: {
    component: 'tabs',
    title: 'Sales of the weekend',
    props: {
      tabs: [
        { id: 'chart', label: 'Chart', icon: 'chart', component: 'echarts', props: bar },
        { id: 'table', label: 'Table', component: 'datagrid', props: table },
        { label: 'Notes', content: 'South lacks the last **two days**.' },
        { label: 'Forecast', disabled: true },
      ],
    },
  },
  'tabs-enclosed': {
    component: 'tabs',
    props: { variant: 'enclosed', defaultTab: 1, tabs: ['North', 'South', 'West'].map((label) => ({ label, content: `Orders in the ${label}.` })) },
  },
  'tabs-pills': {
    component: 'tabs',
    props: { variant: 'pills', tabs: ['North', 'South', 'West'].map((label) => ({ label, content: `Orders in the ${label}.` })) },
  },
  accordion: {
    component: 'accordion',
    title: 'Questions about the forecast',
    props: {
      items: [
        { title: 'Which months does it rest on?', content: 'The last **24**, without December.', defaultOpen: true },
        { title: 'How far off was it last year?', component: 'metric', props: { value: 0.043, label: 'Mean error', format: 'percent' } },
        { title: 'Who reviews it?', content: 'The planning group, each Monday.' },
      ],
    },
  },
  report: {
    component: 'report',
    props: {
      title: 'Week 18',
      subtitle: 'Harbour store',
      metadata: { author: 'Operations', date: '2025-05-04', version: '1.2', data_until: 'Sunday night' },
      toc: true,
      sections: [
        {
          id: 'summary',
          title: 'Summary',
          content: 'Orders rose by **8 %**; returns stayed level. The weekend made up for a slow start.',
          components: [
            {
              component: 'grid',
              props: {
                columns: 3,
                items: [
                  { component: 'metric', props: { value: 814, label: 'Orders', change: 0.08 } },
                  { component: 'metric', props: { value: 0.031, label: 'Returns', format: 'percent', change: 0 } },
                  { component: 'metric', props: { value: 36_240, label: 'Revenue', format: 'currency', change: 0.11 } },
                ],
              },
            },
          ],
        },
        {
          title: 'Days',
          content: 'Saturday was the strongest day.',
          components: [
            { component: 'echarts', caption: 'Figure 1: orders a day', props: bar },
            { component: 'datagrid', caption: 'Table 1: orders a day', props: table },
          ],
          subsections: [
            {
              title: 'Outlook',
              content: 'A holiday falls on Thursday.',
              components: [{ component: 'callout', props: { type: 'tip', content: 'Plan one more person for Wednesday.' } }],
            },
          ],
        },
      ],
      footer: 'Figures as of Sunday night. Source: till system.',
    },
  },
  latex: { component: 'latex', props: { expression: 'K_n = K_0 \\left(1 + \\frac{p}{100}\\right)^n, \\quad \\sum_{i=1}^{n} \\sqrt{x_i^2 + y_i^2}' } },
  latexBroken: { component: 'latex', props: { expression: '\\frac{1}{' } },
  mermaid: {
    component: 'mermaid',
    title: 'How an order reaches the customer',
    props: {
      code: 'flowchart LR\n  A[Order placed] --> B{In stock?}\n  B -->|yes| C[Pack]\n  B -->|no| D[Reorder]\n  D --> C\n  C --> E[Ship]\n  subgraph Warehouse\n    C\n    D\n  end',
    },
  },
  mermaidSequence: {
    component: 'mermaid',
    props: {
      code: 'sequenceDiagram\n  participant Shop\n  participant Store\n  Shop->>Store: Reserve 2\n  Note right of Store: checks stock\n  Store-->>Shop: Reserved\n  loop every hour\n    Shop->>Store: Still needed\n  end',
    },
  },
  mermaidGantt: {
    component: 'mermaid',
    props: {
      code: 'gantt\n  dateFormat YYYY-MM-DD\n  title Move\n  section Plan\n  Design :done, d1, 2024-01-01, 20d\n  Build :active, b1, after d1, 30d\n  section Move\n  Ship :s1, after b1, 10d',
    },
  },
  mermaidMore: { component: 'mermaid', props: { code: 'pie title Orders\n  "Web" : 386\n  "Shop" : 185\n  "Phone" : 75' } },
  mermaidEr: {
    component: 'mermaid',
    props: { code: 'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER ||--|{ LINE : contains\n  CUSTOMER {\n    string name\n    int id\n  }' },
  },
  mermaidMind: { component: 'mermaid', props: { code: 'mindmap\n  root((Delay))\n    Weather\n      Storm\n      Fog\n    Crew\n    Traffic' } },
  mermaidBroken: { component: 'mermaid', props: { code: 'graph LR\n  A--' } },
  plotly: {
    component: 'plotly',
    props: {
      data: [
        { type: 'bar', name: 'Orders', x: ['Thu', 'Fri', 'Sat', 'Sun'], y: [171, 204, 238, 201] },
        { type: 'scatter', name: 'Plan', x: ['Thu', 'Fri', 'Sat', 'Sun'], y: [160, 190, 220, 214], error_y: { array: [4, 5, 6, 5] } },
      ],
      layout: { title: { text: 'Orders a day against plan' }, yaxis: { title: { text: 'Orders' } } },
      height: '300px',
    },
  },
  plotlyViolin: {
    component: 'plotly',
    title: 'Delay by carrier',
    props: {
      data: ['A', 'B', 'C'].map((name, index) => ({
        type: 'violin',
        name,
        y: Array.from({ length: 60 }, (_, at) => Math.sin(at * 12.9 + index) * 8 + index * 4 + ((at * 7) % 11)),
        box: { visible: true },
      })),
      layout: { yaxis: { title: { text: 'Minutes' } }, showlegend: false },
      height: '300px',
    },
  },
  plotlyContour: {
    component: 'plotly',
    title: 'Height of a ridge',
    props: {
      data: [
        {
          type: 'contour',
          z: [
            [3, 4, 6, 4],
            [4, 7, 9, 6],
            [3, 6, 8, 5],
            [2, 4, 5, 3],
          ],
          colorbar: { title: { text: 'm' } },
        },
      ],
      height: '300px',
    },
  },
  plotlySurface: {
    component: 'plotly',
    title: 'Ridge',
    props: {
      data: [
        {
          type: 'surface',
          z: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    },
  },
}
