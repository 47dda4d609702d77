import imported from 'echarts-for-react/lib/core.js'
import { echarts } from './echarts-core.ts'

type EchartsComponent = typeof imported

const found: unknown = imported

/** echarts-for-react's component over a given echarts. The package is CommonJS: some bundlers give its class as default, some the module around it. */
export const ReactEcharts: EchartsComponent = typeof found === 'function' ? imported : (found as { default: EchartsComponent }).default

type Chart = ReturnType<typeof echarts.init>

/** The part of ECharts that echarts-for-react calls. */
export interface GuardedEcharts {
  init(...args: Parameters<typeof echarts.init>): Chart
  getInstanceByDom: typeof echarts.getInstanceByDom
  dispose: typeof echarts.dispose
}

/** ECharts whose charts tell `onError` of an option they cannot draw: the wrapper sets options where no error boundary could see them fail. */
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
    dispose: echarts.dispose,
  }
}
