/** A column of a table. */
export interface ColumnSpec {
  name: string
  description: string
}

/** A table of the demo with its source and licence. */
export interface TableSpec {
  name: string
  file: string
  /** SELECT list over the file reader of DuckDB; renames and converts the columns. */
  select: string
  description: string
  columns: ColumnSpec[]
  source: { title: string; url: string }
  licence: string
}

/** The tables from the npm package vega-datasets. Only data sets with a stated licence are used. */
export const tables: readonly TableSpec[] = [
  {
    name: 'cars',
    file: 'cars.json',
    select:
      'Name::VARCHAR AS name, Miles_per_Gallon::DOUBLE AS miles_per_gallon, Cylinders::INTEGER AS cylinders, Displacement::DOUBLE AS displacement, Horsepower::INTEGER AS horsepower, Weight_in_lbs::INTEGER AS weight_lb, Acceleration::DOUBLE AS acceleration, Year::DATE AS year, Origin::VARCHAR AS origin',
    description: 'Specifications of 406 car models sold from 1970 to 1982.',
    columns: [
      { name: 'name', description: 'Make and model' },
      { name: 'miles_per_gallon', description: 'Fuel economy in miles per US gallon; empty for a few' },
      { name: 'cylinders', description: 'Number of cylinders' },
      { name: 'displacement', description: 'Engine displacement in cubic inches' },
      { name: 'horsepower', description: 'Engine power in horsepower; empty for a few' },
      { name: 'weight_lb', description: 'Weight in pounds' },
      { name: 'acceleration', description: 'Seconds from 0 to 60 mph' },
      { name: 'year', description: 'Model year, as 1 January of that year' },
      { name: 'origin', description: 'USA, Europe or Japan' },
    ],
    source: { title: 'StatLib Datasets Archive', url: 'http://lib.stat.cmu.edu/datasets/' },
    licence: 'Distributed in 1982 for educational and scientific purposes',
  },
  {
    name: 'weather',
    file: 'seattle-weather.csv',
    select:
      'date::DATE AS date, precipitation::DOUBLE AS precipitation_mm, temp_max::DOUBLE AS temp_max_c, temp_min::DOUBLE AS temp_min_c, wind::DOUBLE AS wind_ms, weather::VARCHAR AS weather',
    description: 'Daily weather in Seattle from 2012 to 2015, 1,461 days.',
    columns: [
      { name: 'date', description: 'Day' },
      { name: 'precipitation_mm', description: 'Precipitation in millimetres' },
      { name: 'temp_max_c', description: 'Highest temperature in °C' },
      { name: 'temp_min_c', description: 'Lowest temperature in °C' },
      { name: 'wind_ms', description: 'Average wind speed in metres per second' },
      { name: 'weather', description: 'drizzle, rain, sun, snow or fog' },
    ],
    source: { title: 'NOAA National Climatic Data Center', url: 'https://www.ncdc.noaa.gov/cdo-web/datatools/records' },
    licence: 'U.S. Government work',
  },
  {
    name: 'penguins',
    file: 'penguins.json',
    select:
      'Species::VARCHAR AS species, Island::VARCHAR AS island, "Beak Length (mm)"::DOUBLE AS beak_length_mm, "Beak Depth (mm)"::DOUBLE AS beak_depth_mm, "Flipper Length (mm)"::DOUBLE AS flipper_length_mm, "Body Mass (g)"::DOUBLE AS body_mass_g, CASE WHEN Sex IN (\'MALE\', \'FEMALE\') THEN lower(Sex) END AS sex',
    description: 'Measurements of 344 penguins of three species in the Palmer Archipelago.',
    columns: [
      { name: 'species', description: 'Adelie, Chinstrap or Gentoo' },
      { name: 'island', description: 'Biscoe, Dream or Torgersen' },
      { name: 'beak_length_mm', description: 'Beak length in millimetres' },
      { name: 'beak_depth_mm', description: 'Beak depth in millimetres' },
      { name: 'flipper_length_mm', description: 'Flipper length in millimetres' },
      { name: 'body_mass_g', description: 'Body mass in grams' },
      { name: 'sex', description: 'male, female or unknown (empty)' },
    ],
    source: { title: 'Palmer Station Antarctica LTER', url: 'https://pal.lternet.edu/' },
    licence: 'CC0 1.0 Universal',
  },
  {
    name: 'gapminder',
    file: 'gapminder.json',
    select:
      'year::INTEGER AS year, country::VARCHAR AS country, cluster::INTEGER AS cluster, pop::BIGINT AS population, life_expect::DOUBLE AS life_expectancy, fertility::DOUBLE AS fertility',
    description: 'Population, life expectancy and fertility of 62 countries, every five years from 1955 to 2005.',
    columns: [
      { name: 'year', description: 'Year' },
      { name: 'country', description: 'Country' },
      { name: 'cluster', description: 'World region as a number from 0 to 5' },
      { name: 'population', description: 'People' },
      { name: 'life_expectancy', description: 'Life expectancy at birth in years' },
      { name: 'fertility', description: 'Babies per woman' },
    ],
    source: { title: 'Gapminder Foundation', url: 'https://www.gapminder.org/data/documentation/' },
    licence: 'CC BY 4.0',
  },
  {
    name: 'unemployment',
    file: 'unemployment-across-industries.json',
    select: 'series::VARCHAR AS industry, date::TIMESTAMP::DATE AS month, count::INTEGER AS unemployed_thousands, rate::DOUBLE AS rate_percent',
    description: 'Unemployed people and unemployment rate in US industries by month, 2000 to early 2010.',
    columns: [
      { name: 'industry', description: 'Industry' },
      { name: 'month', description: 'First day of the month' },
      { name: 'unemployed_thousands', description: 'Unemployed people in thousands' },
      { name: 'rate_percent', description: 'Unemployment rate in percent' },
    ],
    source: { title: 'U.S. Bureau of Labor Statistics', url: 'https://www.bls.gov/web/empsit/cpseea31.htm' },
    licence: 'U.S. Government work',
  },
  {
    name: 'co2',
    file: 'co2-concentration.csv',
    select: 'Date::DATE AS month, CO2::DOUBLE AS co2_ppm, "adjusted CO2"::DOUBLE AS seasonally_adjusted_ppm',
    description: 'Monthly CO2 concentration in the air at Mauna Loa, 1958 to 2020.',
    columns: [
      { name: 'month', description: 'First day of the month' },
      { name: 'co2_ppm', description: 'CO2 in parts per million' },
      { name: 'seasonally_adjusted_ppm', description: 'CO2 without the yearly swing, in parts per million' },
    ],
    source: { title: 'Scripps CO2 Program', url: 'https://scrippsco2.ucsd.edu/data/atmospheric_co2/primary_mlo_co2_record' },
    licence: 'CC BY 4.0',
  },
]
