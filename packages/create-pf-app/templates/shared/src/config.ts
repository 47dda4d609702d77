import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { builtInComponents } from '@pf/registry'
import { z } from 'zod'
import { lineOf } from './line-of.ts'
import { storeSettings } from './store.ts'

const atLeastOne = z.int().min(1)

const settings = z.strictObject({
  model: z.strictObject({ name: z.string().min(1) }),
  store: storeSettings,
  richOutput: z.strictObject({
    enabled: z.boolean(),
    allowlist: z.array(z.enum(builtInComponents)),
    includePromptCatalog: z.boolean(),
    includePromptExamples: z.boolean(),
  }),
  limits: z.strictObject({ maxSteps: atLeastOne, deadlineMs: atLeastOne, maxTokens: atLeastOne }),
})

/** The settings in pf.config.ts. */
export type Config = z.infer<typeof settings>

/** Returns the settings unchanged; the editor checks their types. */
export const defineConfig = (config: Config): Config => config

/** Checks the settings. Throws an Error with one line for each invalid value: the file, the line, the setting and what is expected. */
export function readConfig(config: unknown, file = 'pf.config.ts'): Config {
  const result = settings.safeParse(config)
  if (result.success) return result.data
  const source = sourceOf(file)
  const faults = result.error.issues.flatMap(({ path, message, ...issue }) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => describe({ file, source, path: [...path, key], message: 'There is no such setting.' }))
      : [describe({ file, source, path, message })],
  )
  throw new Error(`The settings are invalid:\n${faults.join('\n')}`)
}

interface Fault {
  file: string
  source: string
  path: readonly PropertyKey[]
  message: string
}

function describe({ file, source, path, message }: Fault): string {
  const line = lineOf(source, path)
  return `${file}${line === undefined ? '' : `:${line}`} ${path.map(String).join('.')}: ${message}`
}

/** Returns the text of the file, or nothing where only the compiled app is present. */
function sourceOf(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8')
  } catch {
    return ''
  }
}
