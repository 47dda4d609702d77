/** What an empty page offers; each says what it will show. */
export const examples = [
  { ask: 'How did CO2 in the air develop since 1958?', shows: 'A line chart' },
  { ask: 'Which countries had the highest life expectancy in 2005?', shows: 'A table' },
  { ask: 'Build me a report', shows: 'A form, then what you chose' },
  { ask: 'Give me a dashboard of the weather in Seattle', shows: 'Figures, a chart and a table' },
] as const
