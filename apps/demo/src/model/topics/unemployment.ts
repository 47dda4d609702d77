import { lineOption } from '../format/chart-option.ts'
import { escapeName, formatDate, formatNumber, metricValue } from '../format/format-values.ts'
import type { Topic } from './topic.ts'

const industries = [
  { field: 'construction', name: 'Construction' },
  { field: 'manufacturing', name: 'Manufacturing' },
  { field: 'education_and_health', name: 'Education and Health' },
  { field: 'government', name: 'Government' },
]
const rateOf = (year: number) => `round(avg(rate_percent) FILTER (year(month) = ${year}), 1)`

/** Unemployment in US industries. */
export const unemployment: Topic = {
  table: 'unemployment',
  about: 'unemployment in US industries',
  names: ['unemployment', 'us', 'usa', 'industry'],
  factsSql: `WITH months AS (SELECT month, sum(unemployed_thousands) AS people FROM unemployment GROUP BY month),
years AS (SELECT industry, ${rateOf(2007)} AS rate_2007, ${rateOf(2009)} AS rate_2009 FROM unemployment GROUP BY industry)
SELECT (SELECT max(people) FROM months) * 1000 AS peak_people, (SELECT arg_max(month, people) FROM months) AS peak_month,
  (SELECT arg_max(people, month) FROM months) * 1000 AS last_people, (SELECT max(month) FROM months) AS last_month,
  (SELECT min(people) FROM months) * 1000 AS lowest_people, (SELECT arg_min(month, people) FROM months) AS lowest_month,
  (SELECT arg_max(industry, rate_2009) FROM years) AS worst, (SELECT max(rate_2009) FROM years) AS worst_rate,
  (SELECT arg_max(rate_2007, rate_2009) FROM years) AS worst_before, (SELECT count(*) FROM years) AS industries`,
  chart: {
    title: 'Unemployment rate in four US industries',
    sql: `SELECT month, ${industries.map(({ field, name: industry }) => `max(rate_percent) FILTER (industry = '${industry}') AS ${field}`).join(', ')}
FROM unemployment GROUP BY month ORDER BY month`,
    reasoning: 'Fourteen lines would hide each other. I take four industries that the recession hit very differently, month by month.',
    option: (rows) =>
      lineOption({
        rows,
        description: 'Monthly unemployment rates from 2000 to early 2010 in four US industries; construction rises most from 2007 on.',
        x: { field: 'month', name: 'Month', type: 'time' },
        yName: 'Unemployment rate (%)',
        series: industries,
      }),
    summarize: (facts) =>
      `The recession hit industries very differently. **${escapeName(facts.worst)}** had the highest rate in 2009, **${formatNumber(facts.worst_rate, 1)} %** on average after ${formatNumber(facts.worst_before, 1)} % in 2007.

Over all ${formatNumber(facts.industries)} industries most people were without work in ${formatDate(facts.peak_month, 'month')}: ${formatNumber(facts.peak_people)}. The values are not adjusted for the seasons, hence the yearly swing.`,
  },
  rows: {
    title: 'Unemployment rate by industry, 2007 and 2009',
    sql: `SELECT industry, ${rateOf(2007)} AS rate_2007, ${rateOf(2009)} AS rate_2009, round(rate_2009 - rate_2007, 1) AS change
FROM unemployment GROUP BY industry ORDER BY rate_2009 DESC`,
    reasoning: 'To compare industries before and in the recession I put the averages of 2007 and 2009 side by side.',
    columns: [
      { field: 'industry', header: 'Industry', minWidth: 180 },
      { field: 'rate_2007', header: '2007 (%)', format: 'number' },
      { field: 'rate_2009', header: '2009 (%)', format: 'number' },
      { field: 'change', header: 'Change (percentage points)', format: 'number' },
    ],
    summarize: ([first, second], rowCount) =>
      `The table compares ${formatNumber(rowCount)} industries. **${escapeName(first?.industry)}** went from ${formatNumber(first?.rate_2007, 1)} % in 2007 to **${formatNumber(first?.rate_2009, 1)} %** in 2009, up ${formatNumber(first?.change, 1)} percentage points. ${escapeName(second?.industry)} follows with ${formatNumber(second?.rate_2009, 1)} %.`,
  },
  dashboard: {
    title: 'Unemployment in the USA, 2000 to early 2010',
    metrics: (facts) => [
      { label: `People without work in ${formatDate(facts.last_month, 'month')}`, value: metricValue(facts.last_people), format: 'compact' },
      { label: `Lowest, in ${formatDate(facts.lowest_month, 'month')}`, value: metricValue(facts.lowest_people), format: 'compact' },
      { label: `Highest, in ${formatDate(facts.peak_month, 'month')}`, value: metricValue(facts.peak_people), format: 'compact' },
      { label: `Rate in ${typeof facts.worst === 'string' ? facts.worst : 'the worst industry'}, 2009`, value: metricValue(facts.worst_rate), suffix: '%' },
    ],
    summarize: (facts) =>
      `The dashboard covers ${formatNumber(facts.industries)} industries. Fewest people were without work in ${formatDate(facts.lowest_month, 'month')} (${formatNumber(facts.lowest_people)}), most in ${formatDate(facts.peak_month, 'month')} (**${formatNumber(facts.peak_people)}**). ${escapeName(facts.worst)} stands out with ${formatNumber(facts.worst_rate, 1)} % in 2009. Below are four industries as lines and all of them as a table.`,
  },
}
