// Checks that no tracked file contains a path of a machine or the host of a registry, that no source suppresses a check,
// and that no text uses a word that docs/naming.md discourages.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { avoidedWords } from './avoided-words.mjs'

const rules = [
  { what: 'a path of one machine', pattern: /(^|[\s"'`(=])\/(work|home|Users|root)\/[a-z.]/i, files: /^(?!.*\.test\.)/ },
  { what: 'a registry host', pattern: new RegExp(['registry', 'npmjs'].join('\\.')), files: /./ },
  {
    what: 'a silenced check',
    // Matches a cast, but not a sentence such as "as long as any text".
    pattern: new RegExp(['@ts-', 'ignore|@ts-', 'nocheck|biome-', 'ignore|\\bas ', 'any\\b(?! (?!as\\b)[a-z])'].join('')),
    files: /\.(ts|tsx|mts|mjs)$/,
  },
  { what: 'a focused or skipped test', pattern: /\b(it|test|describe)\.(only|skip|todo)\(/, files: /\.test\.tsx?$/ },
]
const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
const exempt = /(^|\/)(pnpm-lock\.yaml|__fixtures__\/.*|generated\/.*)$|\.(png|woff2)$/
/** These pages quote the words, or are not ours to word. */
const quoting = /^(docs\/naming\.md|MIGRATION\.md|tooling\/gates\/avoided-words\..*|tests\/requirements\.tsv|LICENSE)$/
let bad = 0
for (const file of tracked) {
  if (exempt.test(file) || file === 'tooling/gates/clean-text.mjs') continue
  const text = read(file)
  const lines = text.split('\n')
  for (const { line, word, instead } of quoting.test(file) ? [] : avoidedWords(file.endsWith('.md') ? text.replaceAll(/`[^`\n]*`/g, '``') : text)) {
    bad++
    console.error(`${file}:${line}: "${word}" is discouraged by docs/naming.md; write ${instead}`)
  }
  for (const { what, pattern, files } of rules)
    if (files.test(file))
      lines.forEach((line, index) => {
        if (!pattern.test(line)) return
        bad++
        console.error(`${file}:${index + 1}: ${what}`)
      })
}
process.exit(bad ? 1 : 0)

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
