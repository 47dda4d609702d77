interface Pattern {
  title: string
  /** Components it shows; left out unless all are enabled. */
  needs: readonly string[]
  call: string
}

const patterns: readonly Pattern[] = [
  {
    title: 'One component',
    needs: ['echarts'],
    call: 'render_component {"component":"echarts","props":{"option":{"dataset":{"source":{"$artifact":"query.rows"}},"xAxis":{"type":"category"},"yAxis":{},"series":[{"type":"bar"}]}}}',
  },
  {
    title: 'A dashboard: one grid with everything in it',
    needs: ['grid', 'metric', 'datagrid'],
    call: 'render_component {"component":"grid","props":{"items":[{"component":"metric","props":{"value":42,"label":"Open orders"}},{"component":"datagrid","colSpan":2,"props":{"columns":[{"field":"order"}],"rows":{"$artifact":"query.rows"}}}]}}',
  },
  {
    title: 'A report: text and components in sections',
    needs: ['report', 'datagrid'],
    call: 'render_component {"component":"report","props":{"title":"Week 42","sections":[{"title":"Summary","content":"Orders rose by **4 %**."},{"title":"Orders","components":[{"component":"datagrid","props":{"columns":[{"field":"order"}],"rows":{"$artifact":"query.rows"}}}]}]}}',
  },
  {
    title: 'Asking: the answer is the result of the call',
    needs: ['form'],
    call: 'ui_form {"title":"Which quarter?","fields":[{"name":"quarter","type":"select","options":["Q1","Q2","Q3","Q4"],"required":true}]}',
  },
]

/** Calls that show how components are used together, as far as they are enabled. */
export function usage(enabled: ReadonlySet<string>): string[] {
  return patterns.filter(({ needs }) => needs.every((name) => enabled.has(name))).map(({ title, call }) => `${title}:\n${call}`)
}
