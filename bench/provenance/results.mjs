// Results of the demo's tool run_query, computed from the demo's data without a database.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const demo = createRequire(new URL('../../apps/demo/package.json', import.meta.url))
const folder = join(dirname(demo.resolve('vega-datasets')), '..', 'data')
const readJson = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const readCsv = (name) => {
  const [head, ...lines] = readFileSync(join(folder, name), 'utf8').trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])))
}

const tables = {
  penguins: readJson('penguins.json').map((row) => ({
    species: row.Species,
    island: row.Island,
    beak_length_mm: row['Beak Length (mm)'],
    flipper_length_mm: row['Flipper Length (mm)'],
    body_mass_g: row['Body Mass (g)'],
  })),
  gapminder: readJson('gapminder.json').map((row) => ({
    year: row.year,
    country: row.country,
    population: row.pop,
    life_expectancy: row.life_expect,
    fertility: row.fertility,
  })),
  weather: readCsv('seattle-weather.csv').map((row) => ({
    date: row.date.replaceAll('/', '-').slice(0, 10),
    precipitation_mm: Number(row.precipitation),
    temp_max_c: Number(row.temp_max),
    temp_min_c: Number(row.temp_min),
    wind_ms: Number(row.wind),
    weather: row.weather,
  })),
  cars: readJson('cars.json').map((row) => ({
    name: row.Name,
    miles_per_gallon: row.Miles_per_Gallon,
    horsepower: row.Horsepower,
    weight_lb: row.Weight_in_lbs,
    acceleration: row.Acceleration,
    year: row.Year,
    origin: row.Origin,
  })),
  unemployment: readJson('unemployment-across-industries.json').map((row) => ({
    industry: row.series,
    month: `${row.year}-${String(row.month).padStart(2, '0')}-01`,
    unemployed_thousands: row.count,
    rate_percent: row.rate,
  })),
  co2: readCsv('co2-concentration.csv').map((row) => ({ month: row.Date, co2_ppm: Number(row.CO2) })),
}

const round = (value, digits) => Math.round(value * 10 ** digits) / 10 ** digits

function groups(rows, key, measures) {
  const found = new Map()
  for (const row of rows) found.set(row[key], [...(found.get(row[key]) ?? []), row])
  return [...found].map(([name, members]) => ({
    [key]: name,
    ...Object.fromEntries(
      measures.map(([alias, field, digits]) => {
        const values = members.map((row) => row[field]).filter((value) => typeof value === 'number' && Number.isFinite(value))
        return [alias, round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length), digits)]
      }),
    ),
    count: members.length,
  }))
}

const pick = (random, list) => list[Math.floor(random() * list.length)]
const top = (rows, field, count) =>
  [...rows]
    .filter((row) => typeof row[field] === 'number')
    .sort((one, other) => other[field] - one[field])
    .slice(0, count)
const unique = (rows, field) => [...new Map(rows.map((row) => [row[field], row])).values()]

/** Kinds of questions. Each gives rows, the field that names a row, and the measures with their unit and number of decimals. */
const questions = [
  () => ({
    about: 'penguins by species',
    rows: groups(tables.penguins, 'species', [
      ['mean_body_mass_g', 'body_mass_g', 4],
      ['mean_flipper_length_mm', 'flipper_length_mm', 4],
      ['mean_beak_length_mm', 'beak_length_mm', 4],
    ]),
    key: 'species',
    measures: [
      { field: 'mean_body_mass_g', name: 'body mass', unit: 'g', digits: 0 },
      { field: 'mean_flipper_length_mm', name: 'flipper length', unit: 'mm', digits: 1 },
      { field: 'mean_beak_length_mm', name: 'beak length', unit: 'mm', digits: 1 },
      { field: 'count', name: 'number of penguins', digits: 0 },
    ],
  }),
  () => ({
    about: 'cars by origin',
    rows: groups(tables.cars, 'origin', [
      ['mean_mpg', 'miles_per_gallon', 3],
      ['mean_weight_lb', 'weight_lb', 2],
      ['mean_horsepower', 'horsepower', 3],
    ]),
    key: 'origin',
    measures: [
      { field: 'mean_mpg', name: 'fuel economy', digits: 1 },
      { field: 'mean_weight_lb', name: 'weight', unit: 'lb', digits: 0 },
      { field: 'mean_horsepower', name: 'engine power', unit: 'hp', digits: 1 },
      { field: 'count', name: 'number of models', digits: 0 },
    ],
  }),
  (random) => {
    const year = pick(random, [1955, 1965, 1975, 1985, 1995, 2005])
    return {
      about: `countries in ${year}`,
      rows: top(
        tables.gapminder.filter((row) => row.year === year),
        'population',
        12,
      ),
      key: 'country',
      measures: [
        { field: 'population', name: 'population', digits: 0, large: true },
        { field: 'life_expectancy', name: 'life expectancy', unit: 'years', digits: 1 },
        { field: 'fertility', name: 'fertility', digits: 2 },
      ],
    }
  },
  (random) => {
    const country = pick(random, ['Brazil', 'India', 'Japan', 'Germany', 'Kenya', 'Mexico', 'United States', 'China', 'Turkey'])
    return {
      about: `the development of ${country}`,
      rows: tables.gapminder.filter((row) => row.country === country),
      key: 'year',
      measures: [
        { field: 'population', name: 'population', digits: 0, large: true },
        { field: 'life_expectancy', name: 'life expectancy', unit: 'years', digits: 1 },
        { field: 'fertility', name: 'fertility', digits: 2 },
      ],
    }
  },
  (random) => {
    const year = pick(random, [2012, 2013, 2014, 2015])
    return {
      about: `the weather of ${year} in Seattle`,
      rows: tables.weather.filter((row) => row.date.startsWith(String(year))),
      key: 'date',
      isDate: true,
      measures: [
        { field: 'temp_max_c', name: 'daily high', unit: '°C', digits: 1 },
        { field: 'temp_min_c', name: 'daily low', unit: '°C', digits: 1 },
        { field: 'precipitation_mm', name: 'precipitation', unit: 'mm', digits: 1 },
        { field: 'wind_ms', name: 'wind', unit: 'm/s', digits: 1 },
      ],
    }
  },
  () => ({
    about: 'days by weather',
    rows: groups(tables.weather, 'weather', [
      ['mean_temp_max_c', 'temp_max_c', 4],
      ['mean_precipitation_mm', 'precipitation_mm', 4],
      ['mean_wind_ms', 'wind_ms', 4],
    ]),
    key: 'weather',
    measures: [
      { field: 'mean_temp_max_c', name: 'daily high', unit: '°C', digits: 1 },
      { field: 'mean_precipitation_mm', name: 'precipitation', unit: 'mm', digits: 2 },
      { field: 'mean_wind_ms', name: 'wind', unit: 'm/s', digits: 2 },
      { field: 'count', name: 'number of days', digits: 0 },
    ],
  }),
  (random) => {
    const month = pick(random, ['2001-03-01', '2004-07-01', '2007-11-01', '2009-10-01'])
    return {
      about: `unemployment in ${month.slice(0, 7)}`,
      rows: tables.unemployment.filter((row) => row.month === month),
      key: 'industry',
      measures: [
        { field: 'unemployed_thousands', name: 'unemployed people', digits: 0, thousands: true },
        { field: 'rate_percent', name: 'unemployment rate', unit: '%', digits: 1 },
      ],
    }
  },
  (random) => {
    const year = pick(random, [1960, 1975, 1990, 2005, 2018])
    return {
      about: `CO2 in ${year}`,
      rows: tables.co2.filter((row) => row.month.startsWith(String(year))),
      key: 'month',
      isDate: true,
      measures: [{ field: 'co2_ppm', name: 'concentration', unit: 'ppm', digits: 2 }],
    }
  },
  (random) => ({
    about: 'the heaviest cars',
    rows: top(unique(tables.cars, 'name'), pick(random, ['weight_lb', 'horsepower']), 15),
    key: 'name',
    measures: [
      { field: 'weight_lb', name: 'weight', unit: 'lb', digits: 0 },
      { field: 'horsepower', name: 'engine power', unit: 'hp', digits: 0 },
      { field: 'acceleration', name: 'acceleration', digits: 1 },
    ],
  }),
]

/** Returns a question with its rows, and the results as a run keeps them: the observation without the rows, and the rows as an artifact. */
export function makeQuestion(random) {
  const question = pick(random, questions)(random)
  const call = 'tc:run:1'
  const observation = {
    row_count: question.rows.length,
    truncated: false,
    columns: Object.keys(question.rows[0]).map((name) => ({ name, type: 'text' })),
    preview: question.rows.slice(0, 5),
    rows: `<artifact:list size=${question.rows.length} items ref=run_query.rows>`,
  }
  const described = { tool: 'run_query', tool_call_id: call }
  const results = [
    { ...described, ref: call, value: observation, args: { sql: `SELECT * FROM ${question.about}` } },
    { ...described, ref: 'run_query.rows', value: question.rows },
  ]
  return { ...question, results, question: `Tell me about ${question.about}.` }
}
