import { describe, expect, it } from 'vitest'
import { readIntent } from './intent.ts'

const want = (lastUser: string, ...earlierUsers: string[]) => {
  const { topic, view, catalogue } = readIntent({ lastUser, earlierUsers })
  return catalogue ? 'catalogue' : `${view ?? '-'} ${topic?.table ?? '-'}`
}

describe('what a question wants', () => {
  it.each([
    ['What data is here?', 'catalogue'],
    ['which tables are there', 'catalogue'],
    ['List the datasets', 'catalogue'],
    ['How did CO2 in the air develop since 1958?', 'chart co2'],
    ['co₂ over time pls', 'chart co2'],
    ['Which countries had the highest life expectancy in 2005?', 'table gapminder'],
    ['Give me a dashboard of the weather in Seattle', 'dashboard weather'],
    ['weather dashbord', 'dashboard weather'],
    ['unemploymnet by industry as a grpah', 'chart unemployment'],
    ['PLOT THE PENGUINS', 'chart penguins'],
    ['List the most economical cars', 'table cars'],
    ['a table of gentoo penguins', 'table penguins'],
    ['describe the cars', 'describe cars'],
    ['rain in seattle', 'chart weather'],
    ['Overview of unemployment', 'dashboard unemployment'],
    ['Tell me whether you like me', '- -'],
    ['Write me a poem', '- -'],
    ['a chart of the price of tea in China over many years', 'chart -'],
    ['', '- -'],
  ])('%j → %s', (question, expected) => {
    expect(want(question)).toBe(expected)
  })

  it.each([
    ['Show it as a table', 'table co2'],
    ['show that data as a table', 'table co2'],
    ['now as a dashboard please', 'dashboard co2'],
    ['As a table', 'table co2'],
    ['And the penguins?', 'chart penguins'],
    ['What about cars?', 'chart cars'],
    ['Give me a dashboard of the weather', 'dashboard weather'],
    ['plot the price of Apple shares on the stock market', 'chart -'],
    ['Thanks', '- -'],
    ['What data is here?', 'catalogue'],
  ])('after a chart of CO2: %j → %s', (question, expected) => {
    expect(want(question, 'Hello', 'How did CO2 in the air develop?')).toBe(expected)
  })

  it('goes back to the newest question that has what is missing', () => {
    expect(want('show it as a table', 'co2 chart', 'penguins chart', 'thanks a lot')).toBe('table penguins')
    expect(want('and cars?', 'co2 chart', 'a table of penguins')).toBe('table cars')
  })

  it('reads only the beginning of a very long question', () => {
    expect(want(`co2 chart ${'x '.repeat(1e6)}`)).toBe('chart co2')
    expect(want(`${'x'.repeat(3000)} co2 chart`)).toBe('- -')
  })
})
