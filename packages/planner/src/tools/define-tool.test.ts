import { artifact } from '@pf/artifacts/zod'
import type { ToolContext } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from './define-tool.ts'

const context = {} as ToolContext

describe('defineTool', () => {
  it('types and parses arguments by a zod schema, and describes them as JSON Schema', async () => {
    const tool = defineTool({
      name: 'greet',
      description: 'Greets.',
      input: z.object({ name: z.string(), times: z.number().default(2) }),
      run: ({ name, times }) => name.repeat(times),
    })
    expect(tool.input).toMatchObject({ type: 'object', required: ['name'], properties: { times: { default: 2 } } })
    expect(await tool.run({ name: 'ab' } as never, context)).toBe('abab')
  })

  it('keeps artifact marks of a zod output and takes off members that it does not name', async () => {
    const tool = defineTool({
      name: 'rows',
      description: 'Rows.',
      input: z.object({}),
      output: z.object({ count: z.number(), rows: artifact(z.array(z.number())) }),
      run: () => ({ count: 1, rows: [1], extra: 'not declared' }),
    })
    expect(tool.output).toMatchObject({ properties: { rows: { artifact: true } } })
    expect(await tool.run({} as never, context)).toEqual({ count: 1, rows: [1] })
  })

  it('refuses arguments and results that a refinement refuses, with the place', async () => {
    const even = z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') })
    const tool = defineTool({ name: 'even', description: 'Even.', input: even, output: even, run: ({ n }) => ({ n: n + 1 }) })
    await expect(tool.run({ n: 1 } as never, context)).rejects.toMatchObject({
      code: 'tool_input_invalid',
      fields: { issues: [{ pointer: '/n', expected: 'must be even' }] },
    })
    await expect(tool.run({ n: 2 } as never, context)).rejects.toMatchObject({ code: 'tool_output_invalid' })
  })

  it('leaves JSON Schema as it is', () => {
    const input = { type: 'object', properties: { a: { type: 'string' } } } as const
    const tool = defineTool({ name: 'plain', description: 'Plain.', input, run: () => 1 })
    expect(tool.input).toBe(input)
    expect(Object.hasOwn(tool, 'output')).toBe(false)
  })
})
