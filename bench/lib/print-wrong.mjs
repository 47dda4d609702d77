/** The same keys with other values. */
export function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

/** Prints which cases each candidate gets wrong, candidates with the same list together; records all. */
export function printWrong(section, judged, { report }) {
  const groups = new Map()
  for (const [name, { wrong, ...verdict }] of Object.entries(judged)) {
    report({ section, what: 'right', name, ...verdict, wrong })
    const list = wrong.join('; ')
    if (list !== '') groups.set(list, [...(groups.get(list) ?? []), name])
  }
  if (groups.size > 0) console.log('\nnot right:')
  for (const [list, names] of groups) console.log(`  ${names.join(', ')}: ${list}`)
}
