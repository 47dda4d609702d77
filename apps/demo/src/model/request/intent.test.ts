import { describe, expect, it } from 'vitest'
import { readIntent } from './intent.ts'

const want = (lastUser: string, ...earlierUsers: string[]) => {
  const { topic, view, catalogue } = readIntent({ lastUser, earlierUsers })
  return catalogue ? 'catalogue' : `${view ?? '-'} ${topic?.table ?? '-'}`
}

describe('the view that a question asks for', () => {
  it.each([
    ['What data is here?', 'catalogue'],
    ['which tables are there', 'catalogue'],
    ['List the datasets', 'catalogue'],
    ['Which data sets do you have?', 'catalogue'],
    ['Give me a dashboard of the weather in Seattle', 'dashboard weather'],
    ['weather dashbord', 'dashboard weather'],
    ['PLOT THE PENGUINS', 'chart penguins'],
    ['describe the cars', 'describe cars'],
    ['Which columns does the cars table have?', 'describe cars'],
    ['Overview of unemployment', 'dashboard unemployment'],
    ['Show life expectancy in the countries of the world as a chart', 'chart gapminder'],
    ['Make a dashboard', 'dashboard -'],
  ])('%j → %s', (question, expected) => {
    expect(want(question)).toBe(expected)
  })

  it.each([
    'Give me a dashboard of the weather in Seattle in 2014',
    'a table of gentoo penguins',
    'unemployment by industry as a graph',
    'a chart of the price of tea in China over many years',
    'Describe the weather on Mars',
    'which data is wrong',
    'Which tables can I delete?',
    'Tell me whether you like me',
    'a table for two at eight',
    'Write me a poem',
    'Show the cars of my neighbours as a chart',
    '',
  ])('is none where a word says more: %j', (question) => {
    expect(want(question)).toBe('- -')
  })

  it.each([
    ['Show it as a table', 'table co2'],
    ['show that data as a table', 'table co2'],
    ['now as a dashboard please', 'dashboard co2'],
    ['As a table', 'table co2'],
    ['And the penguins?', 'chart penguins'],
    ['What about cars?', 'chart cars'],
    ['Give me a dashboard of the weather', 'dashboard weather'],
    ['plot the price of Apple shares on the stock market', '- -'],
    ['Thanks', '- -'],
    ['What data is here?', 'catalogue'],
  ])('after a chart of CO2: %j → %s', (question, expected) => {
    expect(want(question, 'Hello', 'Show CO2 in the air as a chart')).toBe(expected)
  })

  it('reads a very long question without a match', () => {
    expect(want(`co2 chart ${'x '.repeat(1e6)}`)).toBe('- -')
  })
})
