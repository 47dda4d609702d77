import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { tokenCounts } from '../../src/generated/tokens.ts'
import { listComponents } from '../../src/lookup/list-components.ts'
import { createPolicy } from '../../src/policy/policy.ts'
import { buildCatalogPrompt } from '../../src/prompt/catalog-prompt.ts'
import { peers } from './peers.ts'
import { table } from './table.ts'

const count = (text: string) => encode(text).length

/** Tokens of each component and of the prompt in each tier, beside those of other projects. */
export function tokenReport(): string {
  const names = listComponents().map(({ name }) => name)
  const policy = createPolicy({ allowlist: names })
  const rows = names.map((name) => {
    const { line = 0, signature = 0, schema = 0, example = 0 } = tokenCounts.get(name) ?? {}
    return [name, line, signature, schema, example]
  })
  const sums = [1, 2, 3, 4].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0))
  const ours = [
    ['names', count(buildCatalogPrompt(policy, { tier: 'names' }))],
    ['required props (default)', count(buildCatalogPrompt(policy))],
    ['required props, only what is on by default', count(buildCatalogPrompt(createPolicy()))],
    ['required props with patterns and examples', count(buildCatalogPrompt(policy, { examples: true }))],
    ['full signatures', count(buildCatalogPrompt(policy, { tier: 'full' }))],
  ]
  return [
    ...table(['component', 'line', 'signature', 'schema', 'example'], [...rows, ['all', ...sums]]),
    '',
    ...table([`prompt for ${names.length} components`, 'tokens'], ours),
    '',
    ...table(['others', 'components', 'tokens'], [...peers]),
  ].join('\n')
}
