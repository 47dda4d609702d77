import { describe, expect, it } from 'vitest'
import { plotlyToolMessages } from '../../messages/plotly-tools.ts'
import { plotLocale } from './plot-locale.ts'

const spoken = (locale: string) => plotLocale({ ...plotlyToolMessages, zoom: 'Vergrößern' }, locale) as { locale: string; locales: Record<string, object> }

describe('the language of a scientific chart', () => {
  it('has the page’s words in the place of Plotly’s, and months, days and separators of its locale', () => {
    const { locale, locales } = spoken('de')
    expect(locales[locale]).toMatchObject({
      dictionary: { Zoom: 'Vergrößern', Pan: 'Pan', 'Download plot as a PNG': 'Download plot as a PNG' },
      format: { shortDays: ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'], decimal: ',', thousands: '.' },
    })
    expect(locales[locale]).toHaveProperty('format.months.2', 'März')
  })

  it('is what Plotly writes itself where nothing else is wanted', () => {
    const { locale, locales } = spoken('en-US')
    const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    expect(locales[locale]).toMatchObject({ format: { shortMonths, decimal: '.', thousands: ',' } })
  })
})
