import { describe, expect, it } from 'vitest'
import { askMissing } from './ask-missing.ts'
import { readFlags } from './read-flags.ts'
import { UsageError } from './usage-error.ts'

const open = { yes: false, help: false, version: false }

describe('the flags of the command', () => {
  it('are read in any order, with values in both forms, and leave open what they do not name', () => {
    expect(readFlags(['my-agent'])).toEqual({ ...open, folder: 'my-agent' })
    expect(readFlags(['--template=express', 'a', '--store', 'sqlite', '--model', 'Qwen/Qwen3-8B', '--package-manager', 'pnpm', '-y'])).toEqual({
      ...open,
      yes: true,
      folder: 'a',
      template: 'express',
      store: 'sqlite',
      model: 'Qwen/Qwen3-8B',
      packageManager: 'pnpm',
    })
  })

  it('[003-be-03] --with-rich-output switches rich output on and --no-rich-output off', () => {
    expect(readFlags(['a', '--with-rich-output']).richOutput).toBe(true)
    expect(readFlags(['a', '--no-rich-output']).richOutput).toBe(false)
  })

  it.each([
    [['a', '--tempalte', 'next'], 'There is no option --tempalte. npm create pf-app -- --help lists the options.'],
    [['a', '-x'], 'There is no option -x.'],
    [['a', 'b'], 'Only one folder can be made, but 2 are named.'],
    [['a', '--template', 'nuxt'], '--template is "nuxt"; choose one of vite-hono, express, next, api-only.'],
    [['a', '--store', '__proto__'], '--store is "__proto__"; choose one of memory, sqlite, postgres.'],
    [['a', '--package-manager', 'bun'], '--package-manager is "bun"; choose one of npm, pnpm, yarn.'],
    [['a', '--store'], '--store needs a value.'],
    [['a', '--store', '--yes'], '--store needs a value.'],
    [['a', '--yes=no'], '--yes takes no value.'],
    [['a', '--model', "x'; y"], '--model must be the name of a model'],
    [['a', '--with-rich-output', '--no-rich-output'], '--with-rich-output and --no-rich-output exclude each other; give one of them.'],
  ])('that are wrong are refused in one line that says what to do: %j', (args, message) => {
    expect(() => readFlags(args)).toThrow(UsageError)
    expect(() => readFlags(args)).toThrow(message)
    expect(() => readFlags(args)).toThrow(/^[^\n]*$/)
  })
})

describe('questions', () => {
  const answering = (...answers: string[]) => {
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question)
      return answers.shift() ?? ''
    }
    return { asked, ask }
  }

  it('are asked only for what is open, and an empty line takes the default', async () => {
    const { asked, ask } = answering()
    expect(await askMissing({ ...open, template: 'next' }, ask)).toEqual({ ...open, folder: 'my-agent', template: 'next', store: 'memory', richOutput: true })
    expect(asked).toHaveLength(3)
  })

  it('accept a number or a name, and are asked again after anything else', async () => {
    const { asked, ask } = answering('4', 'oracle', 'sqlite', 'n')
    expect(await askMissing({ ...open, folder: 'a' }, ask)).toMatchObject({ template: 'api-only', store: 'sqlite', richOutput: false })
    expect(asked).toHaveLength(4)
  })
})
