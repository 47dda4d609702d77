import { lineOption } from '../format/chart-option.ts'
import { escapeName, formatNumber, metricValue } from '../format/format-values.ts'
import type { Topic } from './topic.ts'

const average = (column: string, year: number) => `sum(population * ${column}) FILTER (year = ${year}) / sum(population) FILTER (year = ${year})`

const countries = [
  { field: 'japan', name: 'Japan' },
  { field: 'united_states', name: 'United States' },
  { field: 'china', name: 'China' },
  { field: 'india', name: 'India' },
  { field: 'nigeria', name: 'Nigeria' },
]

/** Countries of the world. */
export const gapminder: Topic = {
  table: 'gapminder',
  about: 'life expectancy in the countries of the world',
  names: ['country', 'world', 'gapminder', 'life expectancy'],
  caveat: 'The table has a value every five years from 1955 to 2005; the years between were not counted, and nothing in it is newer.',
  factsSql: `SELECT count(DISTINCT country) AS countries, sum(population) FILTER (year = 2005) AS people_2005,
  round(${average('life_expectancy', 1955)}, 1) AS years_1955, round(${average('life_expectancy', 2005)}, 1) AS years_2005,
  round(${average('fertility', 1955)}, 1) AS children_1955, round(${average('fertility', 2005)}, 1) AS children_2005,
  arg_max(country, life_expectancy) FILTER (year = 2005) AS highest, max(life_expectancy) FILTER (year = 2005) AS highest_years,
  arg_min(country, life_expectancy) FILTER (year = 2005) AS lowest, min(life_expectancy) FILTER (year = 2005) AS lowest_years
FROM gapminder`,
  chart: {
    title: 'Life expectancy in five countries',
    sql: `SELECT year, ${countries.map(({ field, name: country }) => `max(life_expectancy) FILTER (country = '${country}') AS ${field}`).join(', ')}
FROM gapminder GROUP BY year ORDER BY year`,
    reasoning: 'Sixty lines would be unreadable. I take five large countries that differ, one column for each.',
    option: (rows) =>
      lineOption({
        rows,
        description: 'Life expectancy at birth from 1955 to 2005 in Japan, the United States, China, India and Nigeria.',
        x: { field: 'year', name: 'Year', type: 'category' },
        yName: 'Life expectancy (years)',
        series: countries,
      }),
    summarize: (facts) =>
      `Over all ${formatNumber(facts.countries)} countries of the table life expectancy rose from **${formatNumber(facts.years_1955, 1)} years** in 1955 to **${formatNumber(facts.years_2005, 1)} years** in 2005, each country weighted by its people.

The chart picks five of them. The distance is still large: in 2005 ${escapeName(facts.highest)} was first with ${formatNumber(facts.highest_years, 1)} years and ${escapeName(facts.lowest)} last with ${formatNumber(facts.lowest_years, 1)} years.`,
  },
  rows: {
    title: 'Life expectancy in 2005',
    sql: 'SELECT country, life_expectancy, fertility, population FROM gapminder WHERE year = 2005 ORDER BY life_expectancy DESC',
    reasoning: 'A ranking is a table: one row for each country in 2005, the highest life expectancy first.',
    columns: [
      { field: 'country', header: 'Country', minWidth: 160 },
      { field: 'life_expectancy', header: 'Life expectancy (years)', format: 'number' },
      { field: 'fertility', header: 'Children per woman', format: 'number' },
      { field: 'population', header: 'People', format: 'number' },
    ],
    summarize: (preview, rowCount) => {
      const [first, ...others] = preview
      const list = others.slice(0, 4).map((row) => `${escapeName(row.country)} (${formatNumber(row.life_expectancy, 1)})`)
      return `In 2005 **${escapeName(first?.country)}** had the highest life expectancy, **${formatNumber(first?.life_expectancy, 1)} years**. Then come ${list.join(', ')}. The table has ${formatNumber(rowCount)} rows, one for each country with data for that year; sort by any column to see it from another side.`
    },
  },
  dashboard: {
    title: 'Countries of the world in 2005',
    metrics: (facts) => [
      { label: 'Life expectancy in 2005', value: metricValue(facts.years_2005), suffix: 'years' },
      { label: 'Life expectancy in 1955', value: metricValue(facts.years_1955), suffix: 'years' },
      { label: 'Children per woman in 2005', value: metricValue(facts.children_2005) },
      { label: 'People in these countries', value: metricValue(facts.people_2005), format: 'compact' },
    ],
    summarize: (facts) =>
      `The dashboard shows ${formatNumber(facts.countries)} countries. People live **${formatNumber(facts.years_2005, 1)} years** on average, after ${formatNumber(facts.years_1955, 1)} in 1955, and women have **${formatNumber(facts.children_2005, 1)} children** instead of ${formatNumber(facts.children_1955, 1)}. Below the figures stand five countries as lines and all of them as a table.`,
  },
}
