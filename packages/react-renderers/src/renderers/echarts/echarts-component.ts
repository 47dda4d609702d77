import imported from 'echarts-for-react/lib/core.js'

type EchartsComponent = typeof imported

const found: unknown = imported

/** echarts-for-react's component over a given echarts. The package is CommonJS: some bundlers give its class as default, some the module around it. */
export const ReactEcharts: EchartsComponent = typeof found === 'function' ? imported : (found as { default: EchartsComponent }).default
