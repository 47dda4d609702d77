import { useMessages } from '../../context/use-messages.ts'
import { echartsMessages } from '../../messages/echarts.ts'

/** The two views of a chart. */
export type ChartMode = 'chart' | 'table'

/** Two buttons that switch between the chart and its data as a table. */
export function ViewSwitch({ view, onView }: { view: ChartMode; onView: (view: ChartMode) => void }) {
  const messages = useMessages('echarts', echartsMessages)
  return (
    <>
      <button type="button" className="pf-tool" aria-pressed={view === 'chart'} onClick={() => onView('chart')}>
        {messages.chart}
      </button>
      <button type="button" className="pf-tool" aria-pressed={view === 'table'} onClick={() => onView('table')}>
        {messages.table}
      </button>
    </>
  )
}
