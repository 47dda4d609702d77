import { lineOption } from '../format/chart-option.ts'
import { escapeName, formatNumber, formatYear, metricValue } from '../format/format-values.ts'
import type { Topic } from './topic.ts'

const mean = (filter: string) => `round(avg(miles_per_gallon) FILTER (${filter}), 1)`

/** Cars of the seventies. */
export const cars: Topic = {
  table: 'cars',
  about: 'the fuel economy of cars',
  names: ['car', 'fuel economy'],
  factsSql: `SELECT count(*) AS models, ${mean('year(year) = 1970')} AS mpg_1970, ${mean('year(year) = 1982')} AS mpg_1982,
  ${mean("origin = 'USA'")} AS usa, ${mean("origin = 'Europe'")} AS europe, ${mean("origin = 'Japan'")} AS japan,
  arg_max(name, miles_per_gallon) AS best, max(miles_per_gallon) AS best_mpg, round(avg(horsepower)) AS horsepower
FROM cars`,
  chart: {
    title: 'Fuel economy by origin',
    sql: `SELECT year(year) AS model_year, ${mean("origin = 'Japan'")} AS japan, ${mean("origin = 'Europe'")} AS europe, ${mean("origin = 'USA'")} AS usa
FROM cars GROUP BY ALL ORDER BY model_year`,
    reasoning: 'Fuel economy over model years, one line for each origin, so that trend and difference are seen together.',
    option: (rows) =>
      lineOption({
        rows,
        description: 'Average miles per gallon of new models from 1970 to 1982 for Japan, Europe and the USA; all three rise.',
        x: { field: 'model_year', name: 'Model year', type: 'category' },
        yName: 'Miles per gallon',
        series: [
          { field: 'japan', name: 'Japan' },
          { field: 'europe', name: 'Europe' },
          { field: 'usa', name: 'USA' },
        ],
      }),
    summarize: (facts) =>
      `New models went from **${formatNumber(facts.mpg_1970, 1)}** miles per gallon in 1970 to **${formatNumber(facts.mpg_1982, 1)}** in 1982 on average.

Over all years cars from Japan reach ${formatNumber(facts.japan, 1)}, those from Europe ${formatNumber(facts.europe, 1)} and those from the USA ${formatNumber(facts.usa, 1)} miles per gallon. The table has ${formatNumber(facts.models)} models; a few are without a figure for fuel economy and are left out of the averages.`,
  },
  rows: {
    title: 'The most economical cars',
    sql: 'SELECT name, year(year) AS model_year, origin, miles_per_gallon, horsepower, weight_lb FROM cars WHERE miles_per_gallon IS NOT NULL ORDER BY miles_per_gallon DESC',
    reasoning: 'A list of models with their figures is a table; the most economical ones come first.',
    columns: [
      { field: 'name', header: 'Model', minWidth: 180 },
      { field: 'model_year', header: 'Model year', align: 'right' },
      { field: 'origin', header: 'Origin' },
      { field: 'miles_per_gallon', header: 'Miles per gallon', format: 'number' },
      { field: 'horsepower', header: 'Power (hp)', format: 'number' },
      { field: 'weight_lb', header: 'Weight (lb)', format: 'number' },
    ],
    summarize: ([first, second], rowCount) =>
      `The table has ${formatNumber(rowCount)} models with a known fuel economy. The most economical one is **${escapeName(first?.name)}** of ${formatYear(first?.model_year)} with **${formatNumber(first?.miles_per_gallon, 1)}** miles per gallon at ${formatNumber(first?.horsepower)} hp, before ${escapeName(second?.name)} with ${formatNumber(second?.miles_per_gallon, 1)}.`,
  },
  dashboard: {
    title: 'Cars from 1970 to 1982',
    metrics: (facts) => [
      { label: 'Models', value: metricValue(facts.models) },
      { label: 'Miles per gallon in 1970', value: metricValue(facts.mpg_1970) },
      { label: 'Miles per gallon in 1982', value: metricValue(facts.mpg_1982) },
      { label: 'Average power', value: metricValue(facts.horsepower), suffix: 'hp' },
    ],
    summarize: (facts) =>
      `The dashboard covers **${formatNumber(facts.models)} models**. Their fuel economy rose from ${formatNumber(facts.mpg_1970, 1)} to **${formatNumber(facts.mpg_1982, 1)}** miles per gallon; the best single model is ${escapeName(facts.best)} with ${formatNumber(facts.best_mpg, 1)}. The lines split this by origin, the table lists every model.`,
  },
}
