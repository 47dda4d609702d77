import { expect, it } from 'vitest'
import { lineOf } from './line-of.ts'

const source = `import { defineConfig } from './src/config.ts'

export default defineConfig({
  // model: { name: 'in a comment' }
  model: { name: process.env.MODEL ?? 'a{b' },
  richOutput: {
    allowlist: [
      'markdown',
      'echart',
    ],
    "enabled": 'yes',
  },
  limits: { maxSteps: 0 },
})
`

it('finds the line of a member, also in lists, and skips comments and texts', () => {
  expect(lineOf(source, ['model', 'name'])).toBe(5)
  expect(lineOf(source, ['richOutput', 'allowlist', 1])).toBe(9)
  expect(lineOf(source, ['richOutput', 'enabled'])).toBe(11)
  expect(lineOf(source, ['limits', 'maxSteps'])).toBe(13)
})

it('names the line of the object around a member that is missing', () => {
  expect(lineOf(source, ['limits', 'deadlineMs'])).toBe(13)
  expect(lineOf(source, ['store'])).toBeUndefined()
})
