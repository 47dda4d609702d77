// Components with the numbers of a question: a grid, a metric, a bar chart with an axis and a chart of pairs; one number can be altered.
import { shuffled } from './answers.mjs'

const pick = (random, list) => list[Math.floor(random() * list.length)]

/** Writes a component. `write` gives the number to show for a row and a measure, and is called once for each. */
export function makeComponent({ rows, key, measures }, random, write) {
  const usable = shuffled(
    rows.filter((row) => measures.every(({ field }) => typeof row[field] === 'number')),
    random,
  ).slice(0, 12)
  const measure = pick(random, measures)
  const kinds = {
    datagrid: () => ({
      columns: [key, ...measures.map(({ field }) => field)].map((field) => ({ field, width: 120 })),
      pageSize: 25,
      rows: usable.map((row) => ({ [key]: row[key], ...Object.fromEntries(measures.map((each) => [each.field, write(row, each)])) })),
    }),
    metric: () => {
      const [row] = usable
      return { label: `${measure.name} of ${row[key]}`, value: write(row, measure) }
    },
    echarts: () => ({
      height: '320px',
      option: {
        grid: { left: 48, top: 24 },
        xAxis: { type: 'category', data: usable.map((row) => String(row[key])) },
        yAxis: { type: 'value', min: 0 },
        series: [{ type: 'bar', name: measure.name, barWidth: 17, data: usable.map((row) => write(row, measure)) }],
      },
    }),
    pie: () => ({
      option: {
        series: [
          {
            type: 'pie',
            radius: ['41%', '73%'],
            data: usable.map((row) => ({ name: String(row[key]), value: write(row, measure), itemStyle: { opacity: 0.85 } })),
          },
        ],
      },
    }),
    plotly: () => ({ data: [{ type: 'bar', x: usable.map((row) => String(row[key])), y: usable.map((row) => write(row, measure)), marker: { size: 13 } }] }),
  }
  const kind = pick(random, Object.keys(kinds))
  return { id: 'c1', component: kind === 'pie' ? 'echarts' : kind, props: kinds[kind]() }
}
