import imported from 'echarts-for-react/lib/core.js'
import { echarts } from './echarts-core.ts'

type EchartsComponent = typeof imported

const found: unknown = imported

/** The component of echarts-for-react. The package is CommonJS, so the default import is either the class or the module, depending on the bundler. */
export const ReactEcharts: EchartsComponent = typeof found === 'function' ? imported : (found as { default: EchartsComponent }).default

type Chart = ReturnType<typeof echarts.init>

/** The part of ECharts that echarts-for-react uses. */
export interface GuardedEcharts {
  init(...args: Parameters<typeof echarts.init>): Chart
  getInstanceByDom: typeof echarts.getInstanceByDom
  dispose: typeof echarts.dispose
}

/** Wraps ECharts so that errors of `setOption` are passed to `onError`, because an error boundary cannot catch them. */
export function guardEcharts(onError: (error: unknown) => void): GuardedEcharts {
  return {
    init(...args) {
      const chart = echarts.init(...args)
      const setOption = chart.setOption.bind(chart) as (...options: unknown[]) => void
      chart.setOption = (...options: unknown[]) => {
        try {
          setOption(...options)
        } catch (error) {
          onError(error)
        }
      }
      return chart
    },
    getInstanceByDom: echarts.getInstanceByDom,
    dispose(target) {
      stopPainting(target)
      echarts.dispose(target)
    },
  }
}

/** Ends the painting of a chart that is drawn over several frames. ECharts would continue after `dispose` and throw an error. */
function stopPainting(target: Parameters<typeof echarts.dispose>[0]): void {
  const chart = target instanceof HTMLElement ? echarts.getInstanceByDom(target) : undefined
  const renderer = chart?.getZr()
  renderer?.clear()
  renderer?.refreshImmediately(true)
}
