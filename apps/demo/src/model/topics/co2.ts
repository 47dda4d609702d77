import { lineOption } from '../format/chart-option.ts'
import { formatNumber, formatYear, metricValue } from '../format/format-values.ts'
import type { Topic } from './topic.ts'

/** CO2 at Mauna Loa. */
export const co2: Topic = {
  table: 'co2',
  about: 'CO2 in the air',
  names: ['co2', 'carbon dioxide', 'air', 'atmosphere', 'mauna loa'],
  factsSql: `SELECT year(min(month)) AS first_year, year(max(month)) AS last_year,
  round(arg_min(seasonally_adjusted_ppm, month), 1) AS first_ppm, round(arg_max(seasonally_adjusted_ppm, month), 1) AS last_ppm,
  round(round(arg_max(seasonally_adjusted_ppm, month), 1) - round(arg_min(seasonally_adjusted_ppm, month), 1), 1) AS rise_ppm,
  round((avg(co2_ppm) FILTER (year(month) = 1969) - avg(co2_ppm) FILTER (year(month) = 1959)) / 10, 2) AS early_rise,
  round((avg(co2_ppm) FILTER (year(month) = 2019) - avg(co2_ppm) FILTER (year(month) = 2009)) / 10, 2) AS recent_rise,
  round(max(abs(co2_ppm - seasonally_adjusted_ppm)), 1) AS swing_ppm
FROM co2`,
  chart: {
    title: 'CO2 at Mauna Loa, yearly averages',
    sql: 'SELECT year(month) AS year, round(avg(co2_ppm), 2) AS co2_ppm FROM co2 GROUP BY ALL ORDER BY year',
    reasoning: 'A development over six decades is best seen as a line. Monthly values swing with the seasons, so I take yearly averages.',
    option: (rows) =>
      lineOption({
        rows,
        description: 'Yearly averages of the CO2 concentration at Mauna Loa rise throughout, and ever faster.',
        x: { field: 'year', name: 'Year', type: 'category' },
        yName: 'CO2 (ppm)',
        series: [{ field: 'co2_ppm', name: 'CO2' }],
      }),
    summarize: (facts) =>
      `CO2 at Mauna Loa rose from **${formatNumber(facts.first_ppm, 1)} ppm** in ${formatYear(facts.first_year)} to **${formatNumber(facts.last_ppm, 1)} ppm** in ${formatYear(facts.last_year)}, by ${formatNumber(facts.rise_ppm, 1)} ppm without the yearly swing.

The rise has become faster: it was ${formatNumber(facts.early_rise, 2)} ppm a year from 1959 to 1969 and ${formatNumber(facts.recent_rise, 2)} ppm a year from 2009 to 2019. The line shows yearly averages; the first and the last year are not whole years.`,
  },
  rows: {
    title: 'Years by rise of CO2',
    sql: `WITH years AS (SELECT year(month) AS year, avg(co2_ppm) AS ppm FROM co2 GROUP BY ALL HAVING count(*) = 12)
SELECT year, round(ppm, 2) AS average_ppm, round(ppm - lag(ppm) OVER (ORDER BY year), 2) AS rise_ppm
FROM years ORDER BY rise_ppm DESC NULLS LAST`,
    reasoning: 'A table of years with their average and the rise against the year before; the largest rise comes first.',
    columns: [
      { field: 'year', header: 'Year', align: 'right' },
      { field: 'average_ppm', header: 'Average CO2 (ppm)', format: 'number' },
      { field: 'rise_ppm', header: 'Rise against the year before (ppm)', format: 'number' },
    ],
    summarize: ([first, second], rowCount) =>
      `The table has ${formatNumber(rowCount)} whole years, those with the largest rise first. CO2 rose most in **${formatYear(first?.year)}**, by ${formatNumber(first?.rise_ppm, 2)} ppm to an average of ${formatNumber(first?.average_ppm, 2)} ppm. Next comes ${formatYear(second?.year)} with ${formatNumber(second?.rise_ppm, 2)} ppm.`,
  },
  dashboard: {
    title: 'CO2 in the air',
    metrics: (facts) => [
      { label: `CO2 in ${formatYear(facts.last_year)}`, value: metricValue(facts.last_ppm), suffix: 'ppm' },
      { label: `Rise since ${formatYear(facts.first_year)}`, value: metricValue(facts.rise_ppm), suffix: 'ppm' },
      { label: 'Rise a year, 2009 to 2019', value: metricValue(facts.recent_rise), suffix: 'ppm' },
      { label: 'Largest seasonal deviation', value: metricValue(facts.swing_ppm), suffix: 'ppm' },
    ],
    summarize: (facts) =>
      `The dashboard has four figures, the line of yearly averages and the years by their rise. CO2 stands at **${formatNumber(facts.last_ppm, 1)} ppm**, ${formatNumber(facts.rise_ppm, 1)} ppm above ${formatYear(facts.first_year)}. In the last full decade it rose by ${formatNumber(facts.recent_rise, 2)} ppm a year; the seasons move single months by up to ${formatNumber(facts.swing_ppm, 1)} ppm.`,
  },
}
