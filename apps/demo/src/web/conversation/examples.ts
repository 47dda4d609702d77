/** A question of the start page with a description of its result, and the address of a file to send with it. */
export interface Example {
  ask: string
  shows: string
  file?: string
}

/** The examples of the start page. */
export const examples: readonly Example[] = [
  { ask: 'How did CO2 in the air develop since 1958?', shows: 'A line chart' },
  { ask: 'Which countries had the highest life expectancy in 2005?', shows: 'A table' },
  { ask: 'Build me a report', shows: 'A form, then a report' },
  { ask: 'Give me a dashboard of the weather in Seattle', shows: 'Figures, a chart and a table' },
]

/** Further examples. Together with the first four, they cover every kind of output and question. */
export const moreExamples: readonly Example[] = [
  { ask: 'What data is here?', shows: 'Text from a tool' },
  { ask: 'Show CO2 and cars side by side', shows: 'Two queries at once' },
  { ask: 'How was the CO2 rise computed?', shows: 'Formula, SQL, diagram' },
  { ask: 'How heavy are the penguins?', shows: 'A violin plot' },
  { ask: 'What if CO2 keeps rising?', shows: 'A calculator' },
  { ask: 'Make a dashboard', shows: 'A choice, then a dashboard' },
  { ask: 'Save the weather dashboard', shows: 'A confirmation' },
  { ask: 'Research three data sets in the background', shows: 'Tasks, then an approval' },
  { ask: 'Schedule a report on the penguins every morning', shows: 'A repeated task' },
  { ask: 'Show a picture of how a beak is measured', shows: 'A picture' },
  { ask: 'What does this chart show?', shows: 'A picture that is read', file: '/media/penguins-by-island.png' },
  { ask: 'Play the film of CO2', shows: 'A film' },
  { ask: 'Show a map of Palmer Station', shows: 'A map, from the internet' },
  { ask: 'Show me how a broken reply is repaired', shows: 'A repair' },
  { ask: 'Answer slowly', shows: 'A long answer to stop or reload' },
]
