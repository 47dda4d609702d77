import { afterAll, describe, expect, it } from 'vitest'
import { createQueryClient } from '../data/query-client.ts'
import { stories } from './stories.ts'
import {
  cars,
  co2,
  countries,
  day,
  groups,
  highest,
  lowest,
  mean,
  median,
  monthOf,
  penguins,
  shown,
  sum,
  unemployment,
  valuesOf,
  weather,
} from './test-support/data.ts'
import { play } from './test-support/play.ts'

const client = createQueryClient(new URL('../data/query-worker.ts', import.meta.url))
afterAll(() => client.close())

const gentoo = penguins.filter(({ species }) => species === 'Gentoo')
const adelie = penguins.filter(({ species }) => species === 'Adelie')
const chinstrap = penguins.filter(({ species }) => species === 'Chinstrap')
const masses = (rows: readonly (typeof penguins)[number][]) => valuesOf(rows, ({ mass }) => mass)
const heaviest = penguins.filter(({ mass }) => mass !== null).toSorted((left, right) => (right.mass ?? 0) - (left.mass ?? 0))
const from = (origin: string) => cars.filter((car) => car.origin === origin)
const hps = (rows: readonly (typeof cars)[number][]) => valuesOf(rows, ({ hp }) => hp)
const mpgs = (rows: readonly (typeof cars)[number][]) => valuesOf(rows, ({ mpg }) => mpg)
const inYear = (year: number) => countries.filter((row) => row.year === year)
const of = (country: string, year: number) =>
  countries.find((row) => row.country === country && row.year === year) ?? { life: Number.NaN, population: Number.NaN, fertility: Number.NaN }
const days = (year: number) => weather.filter((row) => row.year === year)
const kind = (name: string, rows = weather) => rows.filter((row) => row.kind === name)
const industry = (name: string) => unemployment.filter((row) => row.industry === name)
const at = (name: string, year: number, month: number) =>
  unemployment.find((row) => row.industry === name && row.year === year && row.month === month) ?? { rate: Number.NaN, people: Number.NaN }
const ppm = (year: number) => co2.filter((row) => row.year === year).map((row) => row.ppm)
const best = <Row>(rows: readonly Row[], column: (row: Row) => string | number, figure: (group: readonly Row[]) => number, end: typeof highest = highest) =>
  end([...groups(rows, column)], ([, group]) => figure(group))[0]
const distinct = (values: readonly (string | number)[]) => new Set(values).size

/** Questions with texts that the answer must contain, computed from the plain data. */
const cases: readonly [string, readonly string[]][] = [
  // Penguins
  ['penguins not on Dream but male', [`**${penguins.filter(({ island, sex }) => island !== 'Dream' && sex === 'male').length}** penguins match`]],
  ['not gentoo but female', [`**${penguins.filter(({ species, sex }) => species !== 'Gentoo' && sex === 'female').length}** penguins match`]],
  ['penguins on Dream but not male', [`**${penguins.filter(({ island, sex }) => island === 'Dream' && sex !== 'male').length}** penguins match`]],
  [
    'how many penguins are not Adelie and not on Biscoe',
    [`**${penguins.filter(({ species, island }) => species !== 'Adelie' && island !== 'Biscoe').length}** penguins`],
  ],
  [
    'penguins on Biscoe or Dream that are not Adelie',
    [`**${penguins.filter(({ species, island }) => species !== 'Adelie' && island !== 'Torgersen').length}** penguins match`],
  ],
  ['how many penguins weigh exactly 4000 g', [`**${penguins.filter(({ mass }) => mass === 4000).length}** penguins`]],
  ['cars not from Japan with 4 cylinders', [`**${cars.filter((car) => car.origin !== 'Japan' && car.cylinders === 4).length}** car models match`]],
  ['how many days without rain in 2013', [`**${days(2013).filter(({ rain }) => rain === 0).length}** days`]],
  ['pengiuns on Torgersn', [`**${penguins.filter(({ island }) => island === 'Torgersen').length}** penguins match`]],
  ['How many penguins are there?', [`**${penguins.length}** penguins`]],
  ['number of penguins', [`**${penguins.length}** penguins`]],
  ['How many Gentoo penguins are there?', [`**${gentoo.length}** penguins`, 'Gentoo']],
  ['How many penguins live on Dream?', [`**${penguins.filter(({ island }) => island === 'Dream').length}** penguins`]],
  ['count the female penguins on Biscoe', [`**${penguins.filter(({ island, sex }) => island === 'Biscoe' && sex === 'female').length}** penguins`]],
  ['How many penguins are not Gentoo?', [`**${penguins.length - gentoo.length}** penguins`]],
  ['How many penguins excluding Adelie are there', [`**${penguins.length - adelie.length}** penguins`]],
  ['How many penguins are heavier than 5 kg?', [`**${penguins.filter(({ mass }) => (mass ?? 0) > 5000).length}** penguins`]],
  ['penguins heavier than 5 kg', [`**${penguins.filter(({ mass }) => (mass ?? 0) > 5000).length}** penguins match`]],
  ['How many penguins weigh at least 4000 g?', [`**${penguins.filter(({ mass }) => (mass ?? 0) >= 4000).length}** penguins`]],
  [
    'how many penguins weigh between 3000 and 4000 grams',
    [`**${penguins.filter(({ mass }) => mass !== null && mass >= 3000 && mass <= 4000).length}** penguins`],
  ],
  ['penguins with flippers longer than 220 mm', [`**${penguins.filter(({ flipper }) => (flipper ?? 0) > 220).length}** penguins`]],
  ['how many penguins have a beak length below 4 cm', [`**${penguins.filter(({ beakLength }) => beakLength !== null && beakLength < 40).length}** penguins`]],
  ['penguins of unknown sex', [`**${penguins.filter(({ sex }) => sex === 'unknown').length}** penguins match`]],
  [
    'What are the 10 heaviest penguins?',
    ['The 10 highest values', `${shown(heaviest[0]?.mass ?? 0)} g`, `${shown(heaviest[1]?.mass ?? 0)} g`, `${shown(heaviest[4]?.mass ?? 0)} g`],
  ],
  ['heaviest penguin', [`**${shown(heaviest[0]?.mass ?? 0)} g (${heaviest[0]?.species}, ${heaviest[0]?.island}`]],
  ['the lightest penguin', [`**${shown(lowest(penguins, ({ mass }) => mass).mass ?? 0)} g`]],
  ['heaviest Adelie', [`**${shown(Math.max(...masses(adelie)))} g`]],
  ['lightest female Chinstrap', [`**${shown(Math.min(...masses(chinstrap.filter(({ sex }) => sex === 'female'))))} g`]],
  ['longest flipper', [`**${shown(Math.max(...valuesOf(penguins, ({ flipper }) => flipper)))} mm`]],
  ['Which penguin has the shortest beak length?', [`**${shown(Math.min(...valuesOf(penguins, ({ beakLength }) => beakLength)), 1)} mm`]],
  ['average body mass of penguins', [`**${shown(mean(masses(penguins)), 1)} g**`]],
  [
    'What is the average body mass of male Gentoo penguins on Biscoe?',
    [`**${shown(mean(masses(gentoo.filter(({ sex, island }) => sex === 'male' && island === 'Biscoe'))), 1)} g**`],
  ],
  ['mean weight of Adelie penguins', [`**${shown(mean(masses(adelie)), 1)} g**`]],
  ['median body mass of Chinstrap', [`**${shown(median(masses(chinstrap)), 1)} g**`]],
  ['median flipper length', [`**${shown(median(valuesOf(penguins, ({ flipper }) => flipper)), 1)} mm**`]],
  ['average body mass of penguins excluding Gentoo', [`**${shown(mean(masses(penguins.filter(({ species }) => species !== 'Gentoo'))), 1)} g**`]],
  [
    'Average flipper length by species',
    [`Gentoo: ${shown(mean(valuesOf(gentoo, ({ flipper }) => flipper)), 1)} mm`, `Adelie: ${shown(mean(valuesOf(adelie, ({ flipper }) => flipper)), 1)} mm`],
  ],
  ['body mass by island', [...groups(penguins, ({ island }) => island)].map(([island, rows]) => `${island}: ${shown(mean(masses(rows)), 1)} g`)],
  [
    'average beak depth per sex',
    [
      `male: ${shown(
        mean(
          valuesOf(
            penguins.filter(({ sex }) => sex === 'male'),
            ({ beakDepth }) => beakDepth,
          ),
        ),
        2,
      )} mm`,
    ],
  ],
  ['penguins by species', [`Adelie: ${adelie.length} penguins`, `Gentoo: ${gentoo.length} penguins`, `Chinstrap: ${chinstrap.length} penguins`]],
  ['pie chart of penguins by island', [...groups(penguins, ({ island }) => island)].map(([island, rows]) => `${island}: ${rows.length} penguins`)],
  ['number of penguins by island and species', [`Biscoe: Adelie ${adelie.filter(({ island }) => island === 'Biscoe').length} penguins`]],
  [
    'Which island has the most penguins?',
    [
      `**${best(
        penguins,
        ({ island }) => island,
        (rows) => rows.length,
      )}: `,
    ],
  ],
  [
    'Which species has the fewest penguins?',
    [
      `**${best(
        penguins,
        ({ species }) => species,
        (rows) => rows.length,
        lowest,
      )}: `,
    ],
  ],
  [
    'Which species is the heaviest?',
    [
      `**${best(
        penguins,
        ({ species }) => species,
        (rows) => mean(masses(rows)),
      )}: average body mass`,
    ],
  ],
  [
    'Which species does the penguin with the longest beak belong to?',
    [
      `(${
        highest(
          penguins.filter(({ beakLength }) => beakLength !== null),
          ({ beakLength }) => beakLength ?? 0,
        ).species
      }, `,
    ],
  ],
  ['Where do the 5 heaviest penguins live?', ['The 5 highest values', `**${shown(heaviest[0]?.mass ?? 0)} g (${heaviest[0]?.species}, ${heaviest[0]?.island}`]],
  ['the 10 heaviest penguins that are female', ['The 10 highest values', `${shown(Math.max(...masses(penguins.filter(({ sex }) => sex === 'female'))))} g`]],
  ['Is Adelie or Gentoo the heaviest species?', [`**Gentoo: average body mass ${shown(mean(masses(gentoo)), 1)} g`, 'Adelie: ']],
  ['How many species are there?', ['**3** species']],
  ['list all islands', ['**3** islands', 'Biscoe', 'Dream', 'Torgersen']],
  ['which species live on Torgersen', ['**1** species: Adelie']],
  ['Where do Chinstrap penguins live?', [`Dream: ${chinstrap.length} penguins`]],
  ['Adelie vs Gentoo flipper length', [`Gentoo: ${shown(mean(valuesOf(gentoo, ({ flipper }) => flipper)), 1)} mm`]],
  ['Are Gentoo penguins heavier than Adelie penguins?', [`Gentoo: ${shown(mean(masses(gentoo)), 1)} g`, `Adelie: ${shown(mean(masses(adelie)), 1)} g`]],
  ['compare Adelie and Chinstrap', [`average body mass ${shown(mean(masses(adelie)), 1)} g`]],
  ['What percentage of penguins are female?', [`**${shown((100 * penguins.filter(({ sex }) => sex === 'female').length) / penguins.length, 1)} %**`]],
  ['What share of Adelie penguins are male?', [`**${shown((100 * adelie.filter(({ sex }) => sex === 'male').length) / adelie.length, 1)} %**`]],
  ['heaviest penguin per island', [...groups(penguins, ({ island }) => island)].map(([island, rows]) => `${island}: ${shown(Math.max(...masses(rows)))} g`)],
  ['avergae body mass of pengiuns', [`**${shown(mean(masses(penguins)), 1)} g**`, '“pengiuns” is read as “penguins”']],
  ['maximum body mass of Gentoo', [`**${shown(Math.max(...masses(gentoo)))} g`]],
  ['distribution of beak length', [`mean **${shown(mean(valuesOf(penguins, ({ beakLength }) => beakLength)), 2)} mm**`]],
  ['How heavy are Gentoo penguins?', [`**${shown(mean(masses(gentoo)), 1)} g**`, `${shown(Math.max(...masses(gentoo)))} g`]],
  // Cars
  ['How many cars are there?', [`**${cars.length}** car models`]],
  ['How many cars have 8 cylinders?', [`**${cars.filter(({ cylinders }) => cylinders === 8).length}** car models`]],
  ['how many cars have more than 4 cylinders', [`**${cars.filter(({ cylinders }) => cylinders > 4).length}** car models`]],
  ['Japanese cars', [`**${from('Japan').length}** car models match`]],
  ['how many cars are not from the USA?', [`**${cars.length - from('USA').length}** car models`]],
  ['cars with more than 200 horsepower', [`**${cars.filter(({ hp }) => (hp ?? 0) > 200).length}** car models match`]],
  ['how many cars have at most 50 hp', [`**${cars.filter(({ hp }) => hp !== null && hp <= 50).length}** car models`]],
  ['cars with between 100 and 150 horsepower', [`**${cars.filter(({ hp }) => hp !== null && hp >= 100 && hp <= 150).length}** car models`]],
  ['how many cars weigh more than 2 tons?', [`**${cars.filter(({ weight }) => (weight ?? 0) > 4409.24524).length}** car models`]],
  ['how many cars are lighter than 1000 kg', [`**${cars.filter(({ weight }) => (weight ?? 0) < 1000 / 0.45359237).length}** car models`]],
  ['Which cars do more than 40 mpg?', [`**${cars.filter(({ mpg }) => (mpg ?? 0) > 40).length}** car models match`]],
  ['how many cars from 1975', [`**${cars.filter(({ year }) => year === 1975).length}** car models`]],
  ['cars built after 1980', [`**${cars.filter(({ year }) => year > 1980).length}** car models match`]],
  ['cars from 1970 to 1972', [`**${cars.filter(({ year }) => year >= 1970 && year <= 1972).length}** car models match`]],
  ['Japanese cars with 6 cylinders', [`**${from('Japan').filter(({ cylinders }) => cylinders === 6).length}** car models match`]],
  ['Which 5 cars have the most horsepower?', ['The 5 highest values of power', `**${shown(Math.max(...hps(cars)))} hp (${highest(cars, ({ hp }) => hp).name}`]],
  ['most powerful European car', [`**${shown(Math.max(...hps(from('Europe'))))} hp (${highest(from('Europe'), ({ hp }) => hp).name}`]],
  ['the heaviest car', [`**${shown(Math.max(...valuesOf(cars, ({ weight }) => weight)))} lb (${highest(cars, ({ weight }) => weight).name}`]],
  ['What is the lightest car?', [lowest(cars, ({ weight }) => weight).name]],
  ['fastest car', [`**${shown(Math.min(...valuesOf(cars, ({ acceleration }) => acceleration)), 1)} s`]],
  ['slowest car from Europe', [`**${shown(Math.max(...valuesOf(from('Europe'), ({ acceleration }) => acceleration)), 1)} s`]],
  ['10 most economical cars', ['The 10 highest values', highest(cars, ({ mpg }) => mpg).name]],
  ['Which car has the best fuel economy?', [highest(cars, ({ mpg }) => mpg).name]],
  ['the 3 largest engines', [`**${shown(Math.max(...valuesOf(cars, ({ displacement }) => displacement)))} cu in`]],
  ['Average fuel economy by origin', ['Japan', 'Europe', 'USA'].map((origin) => `${origin}: ${shown(mean(mpgs(from(origin))), 2)} miles per gallon`)],
  ['median horsepower of European cars', [`**${shown(median(hps(from('Europe'))), 1)} hp**`]],
  ['average horsepower of Japanese cars in 1980', [`**${shown(mean(hps(from('Japan').filter(({ year }) => year === 1980))), 1)} hp**`]],
  [
    'average weight of cars with 8 cylinders',
    [
      `**${shown(
        mean(
          valuesOf(
            cars.filter(({ cylinders }) => cylinders === 8),
            ({ weight }) => weight,
          ),
        ),
        1,
      )} lb**`,
    ],
  ],
  ['Which origin has the most cars?', [`**USA: ${from('USA').length} car models**`]],
  [
    'which origin has the best mileage',
    [
      `**${best(
        cars,
        ({ origin }) => origin,
        (rows) => mean(mpgs(rows)),
      )}: average fuel economy`,
    ],
  ],
  [
    'the most common number of cylinders',
    [
      `**${best(
        cars,
        ({ cylinders }) => cylinders,
        (rows) => rows.length,
      )} cylinders:`,
    ],
  ],
  ['cars by number of cylinders', [...groups(cars, ({ cylinders }) => cylinders)].map(([count, rows]) => `${count} cylinders: ${rows.length} car models`)],
  ['average horsepower by year', [`**${shown(mean(hps(cars.filter(({ year }) => year === 1970))), 1)} hp** in 1970`]],
  ['fuel economy over time', [`**${shown(mean(mpgs(cars.filter(({ year }) => year === 1982))), 2)} miles per gallon** in 1982`]],
  ['How many Ford cars are there?', [`**${cars.filter(({ name }) => name.startsWith('ford ')).length}** car models`]],
  [
    'heaviest volkswagen',
    [
      highest(
        cars.filter(({ name }) => name.startsWith('volkswagen')),
        ({ weight }) => weight,
      ).name.replaceAll('(', '('),
    ],
  ],
  ['horsepower of the ford pinto', [`**${cars.filter(({ name }) => /^ford pinto\b/.test(name)).length}** car models match`]],
  ['average horsepower of ford vs chevrolet', [`ford: ${shown(mean(hps(cars.filter(({ name }) => name.startsWith('ford ')))), 1)} hp`]],
  ['cars without horsepower', [`**${cars.filter(({ hp }) => hp === null).length}** car models match`]],
  [
    'compare Japan and Europe by weight of cars',
    ['Japan', 'Europe'].map((origin) => `${origin}: ${shown(mean(valuesOf(from(origin), ({ weight }) => weight)), 1)} lb`),
  ],
  [
    'the second heaviest car',
    [`Place 2`, cars.filter(({ weight }) => weight !== null).toSorted((left, right) => (right.weight ?? 0) - (left.weight ?? 0))[1]?.name ?? '?'],
  ],
  ['In which year was the heaviest car built?', [`cylinders, ${highest(cars, ({ weight }) => weight).year})`]],
  ['How many cylinders does the heaviest car have?', [`${highest(cars, ({ weight }) => weight).cylinders} cylinders, `]],
  ['minimum horsepower', [`**${shown(Math.min(...hps(cars)))} hp`]],
  ['correlation between horsepower and weight', ['400 rows with both values', '**0.87**']],
  // Countries
  ['How many countries are there?', [`**${distinct(countries.map(({ country }) => country))}** countries`]],
  ['Top 10 countries by population in 2005', ['The 10 highest values', `${shown(of('China', 2005).population)} people (China, 2005)`]],
  ['5 largest countries in 1955', ['The 5 highest values', `**${shown(highest(inYear(1955), ({ population }) => population).population)} people`]],
  [
    'smallest country',
    [
      `**${shown(lowest(inYear(2005), ({ population }) => population).population)} people (${lowest(inYear(2005), ({ population }) => population).country}, 2005)`,
      'No year was named',
    ],
  ],
  [
    'Which country had the lowest life expectancy in 1990?',
    [`${shown(lowest(inYear(1990), ({ life }) => life).life, 2)} years (${lowest(inYear(1990), ({ life }) => life).country}, 1990)`],
  ],
  [
    'Which countries had the highest life expectancy in 2005?',
    ['The 10 highest values', `**${shown(highest(inYear(2005), ({ life }) => life).life, 2)} years (Japan, 2005)**`],
  ],
  ['bottom 3 countries by life expectancy in 1975', ['The 3 lowest values', lowest(inYear(1975), ({ life }) => life).country]],
  [
    'lowest life expectancy ever',
    [
      `**${shown(lowest(countries, ({ life }) => life).life, 2)} years (${lowest(countries, ({ life }) => life).country}, ${lowest(countries, ({ life }) => life).year})`,
    ],
  ],
  ['life expectancy in Japan in 1995', [`**${shown(of('Japan', 1995).life, 2)} years**`]],
  ['fertility in India in 1980', [`**${shown(of('India', 1980).fertility, 2)} children per woman**`]],
  ['the population of the United States in 1960', [`**${shown(of('United States', 1960).population)} people**`]],
  ['How many people lived in Nigeria in 1970?', [`**${shown(of('Nigeria', 1970).population)} people**`]],
  ['population of the UK in 2000', [`**${shown(of('United Kingdom', 2000).population)} people**`]],
  ['What is the population of China?', [`**${shown(of('China', 2005).population)} people**`, 'No year was named']],
  ['Germany against Japan', [`life expectancy ${shown(of('Germany', 2005).life, 2)} years`, `population ${shown(of('Japan', 2005).population)} people`]],
  [
    'Life expectancy of Germany against Japan over time',
    [`Germany: **${shown(of('Germany', 1955).life, 2)} years** in 1955`, `**${shown(of('Japan', 2005).life, 2)} years** in 2005`],
  ],
  [
    'Life expectancy in Japan and Germany in 1980',
    [`Japan: ${shown(of('Japan', 1980).life, 2)} years`, `Germany: ${shown(of('Germany', 1980).life, 2)} years`],
  ],
  ['Is the population of Germany larger than that of Japan?', [`Germany: ${shown(of('Germany', 2005).population)} people`]],
  ['Which countries had a fertility below 1.5 in 2005?', [`**${inYear(2005).filter(({ fertility }) => fertility < 1.5).length}** rows match`]],
  ['How many countries had a life expectancy above 75 in 2000?', [`**${inYear(2000).filter(({ life }) => life > 75).length}** countries`]],
  ['countries with more than 100 million people in 2005', [`**${inYear(2005).filter(({ population }) => population > 1e8).length}** rows match`]],
  ['average fertility in 1955', [`**${shown(mean(inYear(1955).map(({ fertility }) => fertility)), 2)} children per woman**`]],
  ['median life expectancy in 1990', [`**${shown(median(inYear(1990).map(({ life }) => life)), 2)} years**`]],
  [
    'average life expectancy by region in 2000',
    [
      `1: ${shown(
        mean(
          inYear(2000)
            .filter(({ cluster }) => cluster === 1)
            .map(({ life }) => life),
        ),
        2,
      )} years`,
    ],
  ],
  ['world population in 2000', [`**${shown(sum(inYear(2000).map(({ population }) => population)))} people**`, 'not the whole world']],
  ['How much did the population of India grow from 1960 to 2000?', [`**${shown(of('India', 2000).population - of('India', 1960).population)} people**`]],
  [
    'how has life expectancy in China developed since 1970',
    [`**${shown(of('China', 1970).life, 2)} years** in 1970`, `**${shown(of('China', 2005).life, 2)} years** in 2005`],
  ],
  [
    "which country's population grew the most between 1955 and 2005?",
    [`${highest(inYear(2005), (row) => row.population - of(row.country, 1955).population).country} rose by`],
  ],
  ['scatter plot of life expectancy and fertility in 2005', [`${inYear(2005).length} rows with both values`]],
  ['highest fertility in 1985', [`**${shown(highest(inYear(1985), ({ fertility }) => fertility).fertility, 2)} children per woman`]],
  ['fertility in Brazil by year', [`**${shown(of('Brazil', 1955).fertility, 2)} children per woman** in 1955`]],
  // Weather
  ['How many days are in the weather data?', [`**${shown(weather.length)}** days`]],
  [
    'What was the hottest day in 2014?',
    [`**${shown(highest(days(2014), ({ high }) => high).high, 1)} °C (${day(highest(days(2014), ({ high }) => high).date)}`],
  ],
  [
    'In which month of 2014 was the hottest day?',
    [`**${shown(highest(days(2014), ({ high }) => high).high, 1)} °C (${day(highest(days(2014), ({ high }) => high).date)}`],
  ],
  ['average rain per month', ['amounts per day']],
  ['coldest day', [`**${shown(lowest(weather, ({ low }) => low).low, 1)} °C (${day(lowest(weather, ({ low }) => low).date)}`]],
  [
    'the 5 wettest days of 2015',
    ['The 5 highest values', `${shown(highest(days(2015), ({ rain }) => rain).rain, 1)} mm (${day(highest(days(2015), ({ rain }) => rain).date)}`],
  ],
  ['windiest day', [`${shown(highest(weather, ({ wind }) => wind).wind, 1)} m/s (${day(highest(weather, ({ wind }) => wind).date)}`]],
  ['How many days with snow were there?', [`**${kind('snow').length}** days`]],
  ['how many rainy days in 2012', [`**${kind('rain', days(2012)).length}** days`]],
  ['sunny days in July 2013', [`**${kind('sun', days(2013)).filter(({ month }) => month === 7).length}** days match`]],
  ['how many days were colder than 0 degrees?', [`**${weather.filter(({ low }) => low < 0).length}** days`]],
  ['days above 30 degrees', [`**${weather.filter(({ high }) => high > 30).length}** days match`]],
  ['how many days hotter than 86 fahrenheit', [`**${weather.filter(({ high }) => high > 30).length}** days`]],
  ['days with more than 20 mm of rain in 2014', [`**${days(2014).filter(({ rain }) => rain > 20).length}** days match`]],
  ['how many dry days in 2013', [`**${days(2013).filter(({ rain }) => rain === 0).length}** days`]],
  ['days without rain in August 2015', [`**${days(2015).filter(({ rain, month }) => rain === 0 && month === 8).length}** days match`]],
  ['What was the weather on 4 July 2014?', [`daily high ${shown(weather.find(({ date }) => date === '2014-07-04')?.high ?? 0, 1)} °C`, 'sun']],
  ['weather on 2012-12-25', [`daily high ${shown(weather.find(({ date }) => date === '2012-12-25')?.high ?? 0, 1)} °C`]],
  ['how much rain fell in 2014?', [`total precipitation is **${shown(sum(days(2014).map(({ rain }) => rain)), 1)} mm**`]],
  ['first rain in 2014', ['**2 January 2014, rain (precipitation 4.1 mm)**', `${days(2014).filter(({ rain }) => rain > 0).length} rows match`]],
  ['last rain in 2015', ['**28 December 2015, rain (precipitation 1.5 mm)**']],
  ['Total precipitation by year', [`**${shown(sum(days(2012).map(({ rain }) => rain)), 1)} mm** in 2012`]],
  [
    'total rain in March 2014',
    [
      `**${shown(
        sum(
          days(2014)
            .filter(({ month }) => month === 3)
            .map(({ rain }) => rain),
        ),
        1,
      )} mm**`,
    ],
  ],
  ['how much did it rain in 2013?', [`**${shown(sum(days(2013).map(({ rain }) => rain)), 1)} mm**`]],
  [
    'rainiest year',
    [
      `**${best(
        weather,
        ({ year }) => year,
        (rows) => sum(rows.map(({ rain }) => rain)),
      )}: `,
    ],
  ],
  [
    'wettest month in 2013',
    [
      `**${monthOf(
        `2013-${String(
          best(
            days(2013),
            ({ month }) => month,
            (rows) => sum(rows.map(({ rain }) => rain)),
          ),
        ).padStart(2, '0')}-01`,
      )}: `,
    ],
  ],
  ['average high in July', [`**${shown(mean(weather.filter(({ month }) => month === 7).map(({ high }) => high)), 2)} °C**`]],
  [
    'average temperature in 2014',
    [`**${shown(mean(days(2014).map(({ high }) => high)), 2)} °C**`, `**${shown(mean(days(2014).map(({ low }) => low)), 2)} °C**`],
  ],
  [
    'average wind speed per month in 2012 as a line chart',
    [
      `**${shown(
        mean(
          days(2012)
            .filter(({ month }) => month === 1)
            .map(({ wind }) => wind),
        ),
        2,
      )} m/s** in January 2012`,
    ],
  ],
  [
    'which year had the most snow days',
    [
      `**${best(
        kind('snow'),
        ({ year }) => year,
        (rows) => rows.length,
      )}: `,
    ],
  ],
  [
    'was 2014 hotter than 2013?',
    [`**${shown(mean(days(2013).map(({ high }) => high)), 2)} °C** in 2013`, `**${shown(mean(days(2014).map(({ high }) => high)), 2)} °C** in 2014`],
  ],
  ['how many foggy days per year', [`**${kind('fog', days(2012)).length} days** in 2012`]],
  ['days with fog by month in 2013', ['lowest 0 days']],
  ['lowest temperature in 2015', [`**${shown(lowest(days(2015), ({ low }) => low).low, 1)} °C`]],
  ['last day with snow', [day(kind('snow').at(-1)?.date ?? '')]],
  ['what percentage of days in 2014 were rainy', [`**${shown((100 * kind('rain', days(2014)).length) / 365, 1)} %**`]],
  ['average rainfall by calendar month', [`January: ${shown(mean(weather.filter(({ month }) => month === 1).map(({ rain }) => rain)), 2)} mm`]],
  // Unemployment
  ['Which industries are there?', [`**${distinct(unemployment.map((row) => row.industry))}** industries`]],
  [
    'Which industry had the highest unemployment rate in 2009?',
    [
      `**${best(
        unemployment.filter(({ year }) => year === 2009),
        (row) => row.industry,
        (rows) => mean(rows.map(({ rate }) => rate)),
      )}: `,
    ],
  ],
  [
    'Unemployment rate in construction over time',
    [`**${shown(at('Construction', 2000, 1).rate, 1)} %** in January 2000`, `**${shown(at('Construction', 2010, 2).rate, 1)} %** in February 2010`],
  ],
  ['unemployment rate in finance in May 2005', [`**${shown(at('Finance', 2005, 5).rate, 1)} %**`]],
  ['How many people were unemployed in manufacturing in January 2010?', [`**${shown(at('Manufacturing', 2010, 1).people)} people**`]],
  [
    'how many people were unemployed in January 2010',
    [`**${shown(sum(unemployment.filter(({ year, month }) => year === 2010 && month === 1).map(({ people }) => people)))} people**`],
  ],
  [
    'Average unemployment rate by industry in 2005',
    [
      `Agriculture: ${shown(
        mean(
          industry('Agriculture')
            .filter(({ year }) => year === 2005)
            .map(({ rate }) => rate),
        ),
        2,
      )} %`,
    ],
  ],
  ['average unemployment rate in mining', [`**${shown(mean(industry('Mining and Extraction').map(({ rate }) => rate)), 2)} %**`]],
  ['highest unemployment rate', [`**${shown(highest(unemployment, ({ rate }) => rate).rate, 1)} % (Construction, February 2010)`]],
  ['when was unemployment in education highest', [`**${shown(highest(industry('Education and Health'), ({ rate }) => rate).rate, 1)} %`]],
  [
    'unemployment in construction vs manufacturing',
    ['Construction', 'Manufacturing'].map((name) => `${name}: ${shown(mean(industry(name).map(({ rate }) => rate)), 2)} %`),
  ],
  ['median unemployment rate in 2003', [`**${shown(median(unemployment.filter(({ year }) => year === 2003).map(({ rate }) => rate)), 2)} %**`]],
  // CO2
  ['What was the CO2 concentration in 1970?', [`**${shown(mean(ppm(1970)), 2)} ppm**`]],
  ['CO2 in May 2013', [`**${shown(co2.find(({ date }) => date.startsWith('2013-05'))?.ppm ?? 0, 2)} ppm**`]],
  ['When was CO2 highest?', [`**${shown(highest(co2, (row) => row.ppm).ppm, 2)} ppm (${monthOf(highest(co2, (row) => row.ppm).date)})`]],
  ['lowest co2', [`**${shown(lowest(co2, (row) => row.ppm).ppm, 2)} ppm (${monthOf(lowest(co2, (row) => row.ppm).date)})`]],
  ['maximum CO2 in 1998', [`**${shown(Math.max(...ppm(1998)), 2)} ppm`]],
  ['average CO2 in the 1980s', [`**${shown(mean(co2.filter(({ year }) => year >= 1980 && year < 1990).map((row) => row.ppm)), 2)} ppm**`]],
  ['CO2 by decade as a bar chart', [`**${shown(mean(co2.filter(({ year }) => year < 1960).map((row) => row.ppm)), 2)} ppm** in 1950`]],
  ['How much did CO2 rise from 1960 to 2010?', [`rose by **${shown(mean(ppm(2010)) - mean(ppm(1960)), 2)} ppm**`]],
  ['When did CO2 first exceed 400 ppm?', [monthOf(co2.find((row) => row.ppm > 400)?.date ?? '')]],
  ['how many months had CO2 above 410 ppm', [`**${co2.filter((row) => row.ppm > 410).length}** months`]],
  ['latest CO2 value', [`${shown(co2.at(-1)?.ppm ?? 0, 2)} ppm`, monthOf(co2.at(-1)?.date ?? '')]],
  ['co₂ in 1990 vs 2000', [`**${shown(mean(ppm(1990)), 2)} ppm** in 1990`, `**${shown(mean(ppm(2000)), 2)} ppm** in 2000`]],
  ['how many months was CO2 above 400 in 2014', [`**${co2.filter((row) => row.year === 2014 && row.ppm > 400).length}** months`]],
  ['CO2 in the year 2000', [`**${shown(mean(ppm(2000)), 2)} ppm**`]],
  ['When did life expectancy in India first exceed 60?', [`India, ${countries.find((row) => row.country === 'India' && row.life > 60)?.year}`]],
  ['which country has a higher life expectancy, Japan or Germany?', [`Japan: ${shown(of('Japan', 2005).life, 2)} years`]],
  ['number of countries by region', [`1: ${new Set(countries.filter(({ cluster }) => cluster === 1).map(({ country }) => country)).size} countries`]],
  [
    'how many months in 2013 had more than 100 mm of rain',
    [`**${[...groups(days(2013), ({ month }) => month)].filter(([, rows]) => sum(rows.map(({ rain }) => rain)) > 100).length}** months`],
  ],
  ['countries where life expectancy fell between 1985 and 1995', [`${lowest(inYear(1995), (row) => row.life - of(row.country, 1985).life).country} fell by`]],
  ['oldest cars', ['1970', `${cars.filter(({ year }) => year === 1970).length - 3} more with the same time`]],
  ['in which country do people live longest', [`**${shown(highest(inYear(2005), ({ life }) => life).life, 2)} years (Japan, 2005)`]],
  ['horsepower vs mpg', [`${cars.filter(({ hp, mpg }) => hp !== null && mpg !== null).length} rows with both values`]],
  ['How did CO2 in the air develop since 1958?', [`**${shown(co2[0]?.ppm ?? 0, 2)} ppm** in March 1958`]],
]

describe('composed answers', () => {
  it('are a table of at least 150 questions', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150)
    expect(new Set(cases.map(([question]) => question)).size).toBe(cases.length)
  })

  it.each(cases)('%s', async (question, texts) => {
    const turn = await play(stories, question, { client })
    expect(turn.story, String(turn.final.answer)).toBe('ask')
    for (const text of texts) expect(turn.final.answer).toContain(text)
    expect(turn.final.answer).not.toMatch(/undefined|NaN|null|an unknown/)
    expect(turn.final).not.toHaveProperty('confidence')
    expect(turn.actions.map(({ next_node }) => next_node)).toContain('run_query')
  })
})
