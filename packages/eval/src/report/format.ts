import type { MetricName, Verdict } from '../compare/compare-results.ts'

/** Formats a value of a metric: scores in percent, measures as numbers. */
export function formatMetric(metric: MetricName, value: number): string {
  if (metric === 'cost') return value.toFixed(4)
  if (metric === 'ms') return `${(value / 1000).toFixed(1)} s`
  if (metric === 'input_tokens' || metric === 'output_tokens') return Math.round(value).toLocaleString('en')
  if (metric === 'model_calls' || metric === 'repairs') return value.toFixed(2)
  return `${(value * 100).toFixed(1)} %`
}

/** Formats a difference with its sign. */
export const formatDifference = (metric: MetricName, value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${formatMetric(metric, Math.abs(value))}`

/** Formats a p value. */
export const formatP = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3))

/** A verdict in words. */
export const verdictTexts: Readonly<Record<Verdict, string>> = {
  better: 'better',
  worse: 'WORSE',
  same: 'no brief changed',
  not_shown: 'no difference shown',
  too_few: 'not enough data',
}
