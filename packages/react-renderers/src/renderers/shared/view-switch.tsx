import { useWords } from '../../messages/use-words.ts'
import { echartsWords } from '../echarts/words.ts'

/** How the data of a chart is looked at. */
export type ChartLook = 'chart' | 'table'

/** Two buttons: the picture, or its data as a table. */
export function ViewSwitch({ view, onView }: { view: ChartLook; onView: (view: ChartLook) => void }) {
  const words = useWords('echarts', echartsWords)
  return (
    <>
      <button type="button" className="pf-tool" aria-pressed={view === 'chart'} onClick={() => onView('chart')}>
        {words.chart}
      </button>
      <button type="button" className="pf-tool" aria-pressed={view === 'table'} onClick={() => onView('table')}>
        {words.table}
      </button>
    </>
  )
}
