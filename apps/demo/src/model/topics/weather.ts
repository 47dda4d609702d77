import { lineOption } from '../format/chart-option.ts'
import { escapeName, formatDate, formatNumber, formatPercent, metricValue } from '../format/format-values.ts'
import type { Topic } from './topic.ts'

/** Weather in Seattle. */
export const weather: Topic = {
  table: 'weather',
  about: 'the weather in Seattle',
  names: ['weather', 'seattle'],
  factsSql: `SELECT count(*) AS days, round(avg(temp_max_c), 1) AS average_high_c, max(temp_max_c) AS hottest_c, arg_max(date, temp_max_c) AS hottest_day,
  round(avg((precipitation_mm > 0)::INTEGER), 3) AS wet_share, round(sum(precipitation_mm) / count(DISTINCT year(date))) AS mm_a_year,
  (SELECT strftime(date, '%B') FROM weather GROUP BY ALL ORDER BY avg(temp_max_c) DESC LIMIT 1) AS warmest_month,
  (SELECT strftime(date, '%B') FROM weather GROUP BY ALL ORDER BY avg(temp_max_c) LIMIT 1) AS coldest_month
FROM weather`,
  chart: {
    title: 'Highs and lows in Seattle by month',
    sql: `SELECT strftime(date, '%b') AS month, round(avg(temp_max_c), 1) AS average_high_c, round(avg(temp_min_c), 1) AS average_low_c
FROM weather GROUP BY month, month(date) ORDER BY month(date)`,
    reasoning: 'Four years of days are too many points. Averages by calendar month show the course of a year.',
    option: (rows) =>
      lineOption({
        rows,
        description: 'Average daily highs and lows in Seattle by calendar month, 2012 to 2015: both are highest in summer.',
        x: { field: 'month', name: 'Month', type: 'category' },
        yName: 'Temperature (°C)',
        series: [
          { field: 'average_high_c', name: 'Average high' },
          { field: 'average_low_c', name: 'Average low' },
        ],
      }),
    summarize: (facts) =>
      `The lines are averages over ${formatNumber(facts.days)} days. **${escapeName(facts.warmest_month)}** is the warmest month and ${escapeName(facts.coldest_month)} the coldest; over the whole year the average high is ${formatNumber(facts.average_high_c, 1)} °C.

The hottest day was ${formatDate(facts.hottest_day)} with ${formatNumber(facts.hottest_c, 1)} °C. It was wet on ${formatPercent(facts.wet_share)} of all days.`,
  },
  rows: {
    title: 'The wettest days in Seattle',
    sql: 'SELECT date, precipitation_mm, temp_max_c, temp_min_c, wind_ms, weather FROM weather ORDER BY precipitation_mm DESC LIMIT 30',
    reasoning: 'The table should answer which days stand out, so I take the thirty wettest ones.',
    columns: [
      { field: 'date', header: 'Day', format: 'date' },
      { field: 'precipitation_mm', header: 'Precipitation (mm)', format: 'number' },
      { field: 'temp_max_c', header: 'High (°C)', format: 'number' },
      { field: 'temp_min_c', header: 'Low (°C)', format: 'number' },
      { field: 'wind_ms', header: 'Wind (m/s)', format: 'number' },
      { field: 'weather', header: 'Weather' },
    ],
    summarize: ([first, second], rowCount) =>
      `These are the ${formatNumber(rowCount)} wettest days. The wettest was **${formatDate(first?.date)}** with **${formatNumber(first?.precipitation_mm, 1)} mm**, followed by ${formatDate(second?.date)} with ${formatNumber(second?.precipitation_mm, 1)} mm. Click a heading to sort by temperature or wind instead.`,
  },
  dashboard: {
    title: 'Weather in Seattle, 2012 to 2015',
    metrics: (facts) => [
      { label: 'Average high', value: metricValue(facts.average_high_c), suffix: '°C' },
      { label: 'Hottest day', value: metricValue(facts.hottest_c), suffix: '°C' },
      { label: 'Days with precipitation', value: metricValue(facts.wet_share), format: 'percent' },
      { label: 'Precipitation a year', value: metricValue(facts.mm_a_year), suffix: 'mm' },
    ],
    summarize: (facts) =>
      `The dashboard sums up ${formatNumber(facts.days)} days. On average the day's high is **${formatNumber(facts.average_high_c, 1)} °C**; it rained or snowed on **${formatPercent(facts.wet_share)}** of the days, ${formatNumber(facts.mm_a_year)} mm a year. The hottest day was ${formatDate(facts.hottest_day)} with ${formatNumber(facts.hottest_c, 1)} °C. Below the figures you see the year by months and the wettest days.`,
  },
}
