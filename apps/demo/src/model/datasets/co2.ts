import type { Dataset } from './dataset.ts'

const ppm = { unit: 'ppm', decimals: 2, combine: 'avg', bin: 10, units: { ppm: 1, 'parts per million': 1 } } as const

export const co2Data: Dataset = {
  table: 'co2',
  about: 'CO2 in the air',
  noun: { one: 'month', many: 'months' },
  entityWords: ['measurement', 'reading'],
  anchors: ['air', 'atmosphere', 'atmospheric', 'mauna loa', 'hawaii', 'keeling', 'keeling curve'],
  measures: [
    {
      id: 'co2_ppm',
      sql: 'co2_ppm',
      name: 'CO2 concentration',
      ...ppm,
      words: [
        'co2',
        'carbon dioxide',
        'co2 concentration',
        'co2 level',
        'carbon dioxide concentration',
        'carbon dioxide level',
        'concentration of co2',
        'level of co2',
        'concentration',
        'co2 value',
        'co2 ppm',
        'concentration of carbon dioxide',
        'carbon dioxide',
      ],
      impliedBy: ['ppm', 'parts per million'],
    },
    {
      id: 'seasonally_adjusted_ppm',
      sql: 'seasonally_adjusted_ppm',
      name: 'seasonally adjusted CO2 concentration',
      ...ppm,
      words: [
        'adjusted co2',
        'seasonally adjusted co2',
        'seasonally adjusted',
        'seasonally adjusted value',
        'adjusted value',
        'adjusted co2 concentration',
        'seasonally adjusted co2 concentration',
        'seasonally adjusted concentration',
      ],
    },
  ],
  dimensions: [],
  adjectives: [],
  time: { sql: 'month', grain: 'month', name: 'month' },
  partialYears: { 1958: '1958 begins in March', 2020: '2020 ends in April' },
  limits: 'Mauna Loa only, 1958 to 2020',
  examples: ['What was the CO2 concentration in 1970?', 'When was CO2 highest?', 'CO2 by decade as a bar chart', 'How much did CO2 rise from 1960 to 2010?'],
}
