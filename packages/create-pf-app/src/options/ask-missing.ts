import { stores, templates } from './choices.ts'
import { type Flags, readFlags } from './read-flags.ts'
import { UsageError } from './usage-error.ts'

/** Shows a question and returns the line that was typed. */
export type Ask = (question: string) => Promise<string>

/** Asks for the folder, the template, the store and rich output where the command line leaves them open. An empty line takes the default. */
export async function askMissing(flags: Flags, ask: Ask): Promise<Flags> {
  const answered = { ...flags }
  answered.folder ??= (await ask('Folder of the app (my-agent): ')).trim() || 'my-agent'
  answered.template ??= await choose(ask, { option: 'template', all: templates, read: (value) => readFlags(['--template', value]).template })
  answered.store ??= await choose(ask, { option: 'store', all: stores, read: (value) => readFlags(['--store', value]).store })
  answered.richOutput ??= !/^n/i.test((await ask('Charts, tables and forms in answers (Y/n): ')).trim())
  return answered
}

interface Choice<T> {
  option: string
  all: Readonly<Record<string, string>>
  read(value: string): T | undefined
}

/** Accepts a number of the list or a name, and asks again after anything else. */
async function choose<T>(ask: Ask, { option, all, read }: Choice<T>): Promise<T> {
  const names = Object.keys(all)
  const list = names.map((name, index) => `  ${index + 1}  ${name.padEnd(10)} ${all[name]}`).join('\n')
  for (let question = `${list}\n${option} (1): `; ; question = `A number from 1 to ${names.length}, or a name: `) {
    const typed = (await ask(question)).trim() || '1'
    try {
      const value = read(names[Number(typed) - 1] ?? typed)
      if (value !== undefined) return value
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
    }
  }
}
