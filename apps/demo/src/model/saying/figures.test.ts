import { describe, expect, it } from 'vitest'
import { day, figure, metricValue, name, percent, year } from './figures.ts'

describe('figures in sentences', () => {
  it('are written for a reader and never invented', () => {
    expect([figure(1234567), figure(Math.PI, 2), figure('12.5', 1), figure(null), figure('x'), figure(Number.NaN)]).toEqual([
      '1,234,567',
      '3.14',
      '12.5',
      'an unknown number',
      'an unknown number',
      'an unknown number',
    ])
    expect([percent(0.4255), percent(undefined)]).toEqual(['43%', 'an unknown share'])
    expect([year(1958), year('1958'), year({})]).toEqual(['1958', '1958', 'an unknown year'])
    expect([day('2014-08-11'), day('2014-08-01', 'month'), day('soon'), day(3)]).toEqual([
      '11 August 2014',
      'August 2014',
      'an unknown date',
      'an unknown date',
    ])
    expect([metricValue(2), metricValue('3'), metricValue(undefined)]).toEqual([2, 3, 'unknown'])
  })

  it('keep Markdown of the data from taking effect', () => {
    expect(name('a *bold* [link](x) <b> `c` | d')).toBe('a \\*bold\\* \\[link\\](x) \\<b\\> \\`c\\` \\| d')
  })
})
