import { describe, expect, it } from 'vitest'
import { escapeName, formatDate, formatNumber, formatPercent, formatYear, metricValue } from './format-values.ts'

describe('formatted values', () => {
  it('are formatted, and are unknown where the value is missing', () => {
    expect([formatNumber(1234567), formatNumber(Math.PI, 2), formatNumber('12.5', 1), formatNumber(null), formatNumber('x'), formatNumber(Number.NaN)]).toEqual(
      ['1,234,567', '3.14', '12.5', 'an unknown number', 'an unknown number', 'an unknown number'],
    )
    expect([formatPercent(0.4255), formatPercent(undefined)]).toEqual(['43%', 'an unknown share'])
    expect([formatYear(1958), formatYear('1958'), formatYear({})]).toEqual(['1958', '1958', 'an unknown year'])
    expect([formatDate('2014-08-11'), formatDate('2014-08-01', 'month'), formatDate('soon'), formatDate(3)]).toEqual([
      '11 August 2014',
      'August 2014',
      'an unknown date',
      'an unknown date',
    ])
    expect([metricValue(2), metricValue('3'), metricValue(undefined)]).toEqual([2, 3, 'unknown'])
  })

  it('escape Markdown in names from the data', () => {
    expect(escapeName('a *bold* [link](x) <b> `c` | d')).toBe('a \\*bold\\* \\[link\\](x) \\<b\\> \\`c\\` \\| d')
  })
})
