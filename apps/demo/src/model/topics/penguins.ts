import { barOption } from '../format/chart-option.ts'
import { escapeName, formatNumber, metricValue } from '../format/format-values.ts'
import type { Topic } from './topic.ts'

/** Penguins of the Palmer Archipelago. */
export const penguins: Topic = {
  table: 'penguins',
  about: 'the penguins',
  names: ['penguin', 'palmer', 'archipelago', 'palmer archipelago'],
  factsSql: `SELECT count(*) AS penguins, count(DISTINCT species) AS species, round(avg(body_mass_g)) AS mass_g, round(avg(flipper_length_mm), 1) AS flipper_mm,
  max(body_mass_g) AS heaviest_g, arg_max(species, body_mass_g) AS heaviest_species,
  round(avg(body_mass_g) FILTER (species = 'Gentoo')) AS gentoo_g, round(avg(body_mass_g) FILTER (species = 'Adelie')) AS adelie_g,
  round(avg(body_mass_g) FILTER (species = 'Chinstrap')) AS chinstrap_g
FROM penguins`,
  chart: {
    title: 'Body mass of penguins',
    sql: `SELECT species, round(avg(body_mass_g) FILTER (sex = 'female')) AS female_g, round(avg(body_mass_g) FILTER (sex = 'male')) AS male_g
FROM penguins GROUP BY species ORDER BY species`,
    reasoning: 'Three species and two sexes are few values to compare: bars from zero, grouped by species.',
    option: (rows) =>
      barOption({
        rows,
        description: 'Average body mass of female and male penguins of three species; Gentoo are the heaviest, males are heavier everywhere.',
        x: { field: 'species', name: 'Species', type: 'category' },
        yName: 'Body mass (g)',
        series: [
          { field: 'female_g', name: 'Female' },
          { field: 'male_g', name: 'Male' },
        ],
      }),
    summarize: (facts) =>
      `Gentoo penguins are the heaviest with **${formatNumber(facts.gentoo_g)} g** on average; Chinstrap reach ${formatNumber(facts.chinstrap_g)} g and Adelie ${formatNumber(facts.adelie_g)} g.

Over all ${formatNumber(facts.penguins)} birds the average is ${formatNumber(facts.mass_g)} g. The heaviest one, a ${escapeName(facts.heaviest_species)}, had ${formatNumber(facts.heaviest_g)} g. Birds of unknown sex are in these numbers but not in the bars.`,
  },
  rows: {
    title: 'Penguins by species and island',
    sql: `SELECT species, island, count(*) AS birds, round(avg(beak_length_mm), 1) AS beak_length_mm, round(avg(flipper_length_mm), 1) AS flipper_length_mm, round(avg(body_mass_g)) AS body_mass_g
FROM penguins GROUP BY species, island ORDER BY birds DESC, species, island`,
    reasoning: 'Averages by species and island make a short table that can be compared line by line.',
    columns: [
      { field: 'species', header: 'Species' },
      { field: 'island', header: 'Island' },
      { field: 'birds', header: 'Birds', format: 'number' },
      { field: 'beak_length_mm', header: 'Beak length (mm)', format: 'number' },
      { field: 'flipper_length_mm', header: 'Flipper length (mm)', format: 'number' },
      { field: 'body_mass_g', header: 'Body mass (g)', format: 'number' },
    ],
    summarize: ([first, second], rowCount) =>
      `The table has ${formatNumber(rowCount)} groups. The largest is **${escapeName(first?.species)}** on ${escapeName(first?.island)} with **${formatNumber(first?.birds)} birds** of ${formatNumber(first?.body_mass_g)} g on average, before ${escapeName(second?.species)} on ${escapeName(second?.island)} with ${formatNumber(second?.birds)} birds. All measures are averages.`,
  },
  dashboard: {
    title: 'Penguins of the Palmer Archipelago',
    metrics: (facts) => [
      { label: 'Penguins', value: metricValue(facts.penguins) },
      { label: 'Average body mass', value: metricValue(facts.mass_g), suffix: 'g' },
      { label: 'Heaviest penguin', value: metricValue(facts.heaviest_g), suffix: 'g' },
      { label: 'Average flipper length', value: metricValue(facts.flipper_mm), suffix: 'mm' },
    ],
    summarize: (facts) =>
      `The dashboard sums up **${formatNumber(facts.penguins)} penguins** of ${formatNumber(facts.species)} species. They weigh **${formatNumber(facts.mass_g)} g** on average; the heaviest is a ${escapeName(facts.heaviest_species)} of ${formatNumber(facts.heaviest_g)} g. The bars compare the species, the table adds the islands.`,
  },
}
