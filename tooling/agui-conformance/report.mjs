const maxProblems = 5

/** Counts and prints the results: one PASS line for each rule, or one FAIL line for each distinct problem. */
export function createReport({ quiet }) {
  let passed = 0
  let failed = 0
  const say = (ok, name, detail = '') => {
    if (ok) passed++
    else failed++
    if (!ok || !quiet) console.log(`${ok ? 'PASS' : 'FAIL'} ${name}${detail ? ` - ${detail}` : ''}`)
  }
  return {
    say,
    rules: (label) => createRules(label, say),
    finish() {
      console.log(`${failed ? 'FAILED' : 'PASSED'} ${passed} passed, ${failed} failed`)
      return failed ? 1 : 0
    },
  }
}

function createRules(label, say) {
  const problems = new Map()
  return {
    /** Adds a rule. A non-empty problem means that it is violated. */
    add(rule, problem) {
      if (!problems.has(rule)) problems.set(rule, new Set())
      if (problem) problems.get(rule).add(problem)
    },
    done() {
      for (const [rule, found] of problems) {
        if (found.size === 0) say(true, `${label} ${rule}`)
        for (const problem of [...found].slice(0, maxProblems)) say(false, `${label} ${rule}`, problem)
      }
    },
  }
}
