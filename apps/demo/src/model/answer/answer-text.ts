import type { Query } from '../query/query.ts'
import { changeText, distributionText, relationText, shareText, summaryText } from './figures-text.ts'
import { groupsText } from './groups-text.ts'
import { isEmpty, type Reading } from './reading.ts'
import { rowsText } from './rows-text.ts'
import { scope } from './words.ts'

/** Returns the sentences of an answer: first the result, then the data from which it was computed. */
export function answerText(query: Query, reading: Reading): string {
  if (isEmpty(query, reading)) return emptyText(query, reading)
  const text = sentences(query, reading)
  return [text, ...query.notes].join('\n\n')
}

function emptyText(query: Query, { facts }: Reading): string {
  const missing = Number(facts.matching ?? 0) > 0 ? ' Rows match, but they have no value in this column.' : ''
  const having = query.kind === 'groups' && query.having ? query.having : []
  return `Nothing in the table **${query.dataset.table}** matches: ${scope(query, having)}.${missing}${timeHint(query)}`
}

function timeHint({ dataset }: Query): string {
  const ranges: Readonly<Record<string, string>> = {
    cars: 'It has model years from 1970 to 1982, without 1981.',
    weather: 'It has the days from 2012 to 2015.',
    gapminder: 'It has every fifth year from 1955 to 2005.',
    unemployment: 'It has the months from January 2000 to February 2010.',
    co2: 'It has the months from March 1958 to April 2020.',
  }
  return ranges[dataset.table] ? ` ${ranges[dataset.table]}` : ''
}

function sentences(query: Query, reading: Reading): string {
  switch (query.kind) {
    case 'rows':
      return rowsText(query, reading)
    case 'groups':
      return groupsText(query, reading)
    case 'summary':
      return reading.preview.map((row, index) => summaryText(query, row, index)).join('\n\n')
    case 'relation':
      return relationText(query, reading)
    case 'distribution':
      return distributionText(query, reading)
    case 'change':
      return changeText(query, reading)
    case 'share':
      return shareText(query, reading)
  }
}
