import { createPolicy } from '../../src/policy/policy.ts'
import { buildCatalogPrompt } from '../../src/prompt/catalog-prompt.ts'
import { tokenCounts, tokens } from '../lib/docs.ts'
import { describeWrites, drift, writeOutputs } from '../lib/files.ts'
import { signature } from '../lib/signature.ts'
import { table } from '../lib/table.ts'
import { teamFolder, teamOutputs } from './team-outputs.ts'
import { loadTeam } from './team-source.ts'

/** A command on a team's folder: what it says; throws what is wrong. */
export type Command = (folder: string) => string

const counted = (count: number) => `${count} component${count === 1 ? '' : 's'}`

/** The commands of `pf-registry`. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'check',
    (folder) => {
      const source = loadTeam(folder)
      const outputs = teamOutputs(folder, source)
      const wrong = drift(folder, outputs, [teamFolder])
      if (wrong.length > 0) throw new Error(`out of date, run pf-registry generate:\n${wrong.map((path) => `  ${path}`).join('\n')}`)
      return `${counted(source.components.length)}, ${outputs.size} generated files are up to date`
    },
  ],
  [
    'generate',
    (folder) => {
      const source = loadTeam(folder)
      const outputs = teamOutputs(folder, source)
      return `${counted(source.components.length)}: ${describeWrites(writeOutputs(folder, outputs, [teamFolder]), outputs.size)}`
    },
  ],
  [
    'tokens',
    (folder) => {
      const { components } = loadTeam(folder)
      const counts = components.map((component) => ({ name: component.name, ...tokenCounts(component, signature(component)) }))
      const base = tokens(buildCatalogPrompt(createPolicy()))
      const lines = counts.reduce((sum, { line }) => sum + line, 0)
      return [
        ...table(
          ['component', 'line', 'signature', 'schema', 'example'],
          counts.map(({ name, line, signature: text, schema, example }) => [name, line, text, schema, example]),
        ),
        '',
        `catalogue prompt: ${base} by default, about ${base + lines} with ${counts.length === 1 ? 'it' : 'them'}`,
      ].join('\n')
    },
  ],
])
