import { expect, it } from 'vitest'
import { withOverrides } from './with-overrides.mjs'

const files = { '@pf/core': 'file:./pf-packages/pf-core-0.0.0-1.tgz' }
const line = "  '@pf/core': 'file:./pf-packages/pf-core-0.0.0-1.tgz'"

it('makes the file that pnpm reads where there is none', () => {
  expect(withOverrides('', files)).toBe(`packages:\n  - .\noverrides:\n${line}\n`)
})

it('keeps what an app has, and replaces its own lines of an earlier time', () => {
  const own = "packages:\n  - apps/*\nonlyBuiltDependencies:\n  - sharp\noverrides:\n  '@pf/core': 'file:./old.tgz'\n  left-pad: 1.0.0\n"
  const once = withOverrides(own, files)
  expect(once).toBe(`packages:\n  - apps/*\nonlyBuiltDependencies:\n  - sharp\noverrides:\n${line}\n  left-pad: 1.0.0\n`)
  expect(withOverrides(once, files)).toBe(once)
})

it('adds to a file without overrides', () => {
  expect(withOverrides('ignoredBuiltDependencies:\n  - sharp\n', files)).toBe(`ignoredBuiltDependencies:\n  - sharp\npackages:\n  - .\noverrides:\n${line}\n`)
})
