import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Reads Vitest's JSON report. Returns undefined if it was never written. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Counts the tests of a report, and lists each failure as `file > test: first line of the message`. A file that failed completely (import
 * error, failed beforeAll) counts as one failure, because Vitest's own numbers do not include it.
 */
export function countTests(file) {
  const report = readReport(file)
  if (!report) return { passed: 0, failures: [] }
  const failures = report.testResults.flatMap((suite) => {
    const name = relative(process.cwd(), suite.name)
    const tests = suite.assertionResults.filter((test) => test.status === 'failed')
    if (suite.status === 'failed' && tests.length === 0) return [`${name}: ${firstLine(suite.message)}`]
    return tests.map((test) => `${name} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  })
  return { passed: report.numPassedTests, failures }
}

function firstLine(text = '') {
  return text.split('\n', 1)[0].slice(0, 300)
}

/** Returns the requirement ids that test titles cite, each with true if every test that cites the id passed. */
export function citedIds(file) {
  const ids = new Map()
  for (const suite of readReport(file)?.testResults ?? [])
    for (const test of suite.assertionResults)
      for (const [, id] of test.fullName.matchAll(/\[((?:\d{3}-)?[a-z]+\d*-\d+)\]/g)) ids.set(id, (ids.get(id) ?? true) && test.status === 'passed')
  return ids
}
