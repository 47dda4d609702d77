import type { JsonObject } from '@pf/core'
import type { ToolResults } from '../request/tool-results.ts'
import type { Topic } from '../topics/topic.ts'

/** The content of the report that the user requested in the form. */
export interface ReportRequest {
  topic: Topic
  parts: readonly string[]
  title: string
}

/** Creates the report: key figures, chart and table by reference, and a section on the method. */
export function reportOf(
  { topic, parts, title }: ReportRequest,
  { queries: [facts, lines, rows] }: ToolResults,
): { component: string; title: string; props: JsonObject } {
  const figures = facts?.preview[0] ?? {}
  const sections: Record<string, JsonObject> = {
    figures: {
      id: 'figures',
      title: 'Key figures',
      components: [{ component: 'grid', props: { columns: 2, items: topic.dashboard.metrics(figures).map((props) => ({ component: 'metric', props })) } }],
    },
    chart: {
      id: 'chart',
      title: topic.chart.title,
      content: topic.chart.summarize(figures),
      components: [{ component: 'echarts', props: { option: topic.chart.option(lines?.reference ?? { $artifact: 'run_query#2.rows' }), height: '320px' } }],
    },
    table: {
      id: 'table',
      title: topic.rows.title,
      content: topic.rows.summarize(rows?.preview ?? [], rows?.rowCount ?? 0),
      components: [
        {
          component: 'datagrid',
          props: { columns: topic.rows.columns, rows: rows?.reference ?? { $artifact: 'run_query#3.rows' }, pageSize: 8, compact: true },
        },
      ],
    },
  }
  const chosen = parts.flatMap((part) => sections[part] ?? [])
  const source = facts?.sources[0]?.title ?? 'the database'
  return {
    component: 'report',
    title,
    props: {
      subtitle: `From ${source}`,
      toc: chosen.length > 1,
      sections: [...chosen, method(topic)],
      footer: 'Numbers are those of the database at the time of asking.',
    },
  }
}

function method({ factsSql, chart, rows }: Topic): JsonObject {
  const sql = (heading: string, code: string) => ({ title: heading, component: 'code', props: { code, language: 'sql' } })
  return {
    id: 'method',
    title: 'Method',
    components: [
      {
        component: 'callout',
        props: {
          type: 'note',
          title: 'Where the numbers come from',
          content: 'Each figure was **read from the database**. Chart and table refer to rows that the model has not seen.',
        },
      },
      {
        component: 'accordion',
        props: { allowMultiple: true, items: [sql('SQL of the key figures', factsSql), sql('SQL of the chart', chart.sql), sql('SQL of the table', rows.sql)] },
      },
    ],
  }
}
