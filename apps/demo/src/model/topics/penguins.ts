import { barOption } from '../saying/chart-option.ts'
import { figure, metricValue, name } from '../saying/figures.ts'
import type { Topic } from './topic.ts'

/** Penguins of the Palmer Archipelago. */
export const penguins: Topic = {
  table: 'penguins',
  about: 'the penguins',
  words: ['penguin', 'adelie', 'gentoo', 'chinstrap', 'beak', 'flipper', 'palmer', 'antarctica', 'species'],
  facts: `SELECT count(*) AS penguins, count(DISTINCT species) AS species, round(avg(body_mass_g)) AS mass_g, round(avg(flipper_length_mm), 1) AS flipper_mm,
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
    tell: (facts) =>
      `Gentoo penguins are the heaviest with **${figure(facts.gentoo_g)} g** on average; Chinstrap reach ${figure(facts.chinstrap_g)} g and Adelie ${figure(facts.adelie_g)} g.

Over all ${figure(facts.penguins)} birds the average is ${figure(facts.mass_g)} g. The heaviest one, a ${name(facts.heaviest_species)}, had ${figure(facts.heaviest_g)} g. Birds of unknown sex are in these numbers but not in the bars.`,
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
    tell: ([first, second], rowCount) =>
      `The table has ${figure(rowCount)} groups. The largest is **${name(first?.species)}** on ${name(first?.island)} with **${figure(first?.birds)} birds** of ${figure(first?.body_mass_g)} g on average, before ${name(second?.species)} on ${name(second?.island)} with ${figure(second?.birds)} birds. All measures are averages.`,
  },
  dashboard: {
    title: 'Penguins of the Palmer Archipelago',
    metrics: (facts) => [
      { label: 'Penguins', value: metricValue(facts.penguins) },
      { label: 'Average body mass', value: metricValue(facts.mass_g), suffix: 'g' },
      { label: 'Heaviest penguin', value: metricValue(facts.heaviest_g), suffix: 'g' },
      { label: 'Average flipper length', value: metricValue(facts.flipper_mm), suffix: 'mm' },
    ],
    tell: (facts) =>
      `The dashboard sums up **${figure(facts.penguins)} penguins** of ${figure(facts.species)} species. They weigh **${figure(facts.mass_g)} g** on average; the heaviest is a ${name(facts.heaviest_species)} of ${figure(facts.heaviest_g)} g. The bars compare the species, the table adds the islands.`,
  },
}
