/** What an empty page offers; each says what it will show. */
export const examples = [
  { ask: 'How did CO2 in the air develop since 1958?', shows: 'A line chart' },
  { ask: 'Which countries had the highest life expectancy in 2005?', shows: 'A table' },
  { ask: 'Build me a report', shows: 'A form, then what you chose' },
  { ask: 'Give me a dashboard of the weather in Seattle', shows: 'Figures, a chart and a table' },
] as const

/** What an empty page offers on demand: with the first four, a question for each thing that the copilot can show or ask. */
export const moreExamples = [
  { ask: 'What data is here?', shows: 'Text from a tool' },
  { ask: 'Show CO2 and cars side by side', shows: 'Two queries at once' },
  { ask: 'How was the CO2 rise computed?', shows: 'Formula, SQL, diagram' },
  { ask: 'How heavy are the penguins?', shows: 'A chart for science' },
  { ask: 'What if CO2 goes on rising?', shows: 'A calculator' },
  { ask: 'Make a dashboard', shows: 'Something to pick first' },
  { ask: 'Save the weather dashboard', shows: 'Something to confirm' },
  { ask: 'Show a picture of how a beak is measured', shows: 'A picture' },
  { ask: 'Play the film of CO2', shows: 'A film' },
  { ask: 'Show a map of Palmer Station', shows: 'A map, from the internet' },
  { ask: 'Show me how a broken reply is repaired', shows: 'A repair' },
  { ask: 'Answer slowly', shows: 'Time to stop or reload' },
] as const
