import { readFileSync } from 'node:fs'

/** Reads Vitest's JSON report. Returns undefined if it was never written. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Counts the tests of a report. A file that failed completely (import error, failed beforeAll) counts as one failure, because Vitest's own
 * numbers do not include it.
 */
export function countTests(file) {
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 0 }
  const whole = report.testResults.filter((suite) => suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'))
  return { passed: report.numPassedTests, failed: report.numFailedTests + whole.length }
}

/** Returns the requirement ids that test titles cite, each with true if every test that cites the id passed. */
export function citedIds(file) {
  const ids = new Map()
  for (const suite of readReport(file)?.testResults ?? [])
    for (const test of suite.assertionResults)
      for (const [, id] of test.fullName.matchAll(/\[((?:\d{3}-)?[a-z]+\d*-\d+)\]/g)) ids.set(id, (ids.get(id) ?? true) && test.status === 'passed')
  return ids
}
