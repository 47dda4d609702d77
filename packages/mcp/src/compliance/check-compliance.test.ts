import type { CallToolResult, Client, Tool } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { type ComplianceOptions, checkCompliance } from './check-compliance.ts'
import { type Check, checkDeclaration } from './check-declaration.ts'

const outputSchema = { type: 'object' as const, properties: { sum: { type: 'number' } }, required: ['sum'] }
const tool: Tool = { name: 'add', inputSchema: { type: 'object' }, outputSchema }
const text = (value: string) => ({ type: 'text' as const, text: value })
const metadata = { context_id: 'c', request_id: 'r', trace_id: 't', user_id: 'u', tool_name: 'add', executed_at: '2026-01-15T10:30:00Z' }

function resultOf(structuredContent: Record<string, unknown>, content = [text('The sum is 3.'), text(JSON.stringify(structuredContent))]): CallToolResult {
  return { structuredContent, content }
}

/** Returns the report about a server with this one tool and this implementation of its calls. */
function reportOf(checked: Tool, callTool: (...args: unknown[]) => Promise<unknown>, options: ComplianceOptions = { samples: { [checked.name]: {} } }) {
  const client = { listTools: async () => ({ tools: [checked] }), callTool } as unknown as Client
  return checkCompliance(client, options)
}

/** Returns the checks of the result of a sample call, without those of the declaration. */
async function checkResult(checked: Tool, result: CallToolResult, standard: boolean): Promise<Check[]> {
  const { tools } = await reportOf(checked, async () => result, { samples: { [checked.name]: {} }, standard })
  return tools[0]?.checks.slice(checkDeclaration(checked, standard).checks.length) ?? []
}

async function statusesOf(result: CallToolResult, { checked = tool, standard = false }: { checked?: Tool; standard?: boolean } = {}) {
  const checks = await checkResult(checked, result, standard)
  return Object.fromEntries(checks.map(({ id, status }) => [id, status]))
}

const passed = { called: 'pass', structured_content: 'pass', valid_output: 'pass', json_text: 'pass', summary: 'pass' }

describe('the result of a sample call', () => {
  it('passes with valid structured content, the same content as text, and a summary', async () => {
    expect(await statusesOf(resultOf({ sum: 3 }))).toEqual(passed)
  })

  it('fails with the text of the tool when the tool reports an error, and its output is not checked', async () => {
    const [called, ...rest] = await checkResult(tool, { isError: true, content: [text(`Quota ${'x'.repeat(300)}`)] }, true)
    expect(called).toMatchObject({ id: 'called', status: 'fail' })
    expect(called?.detail).toMatch(/Quota x{194}$/)
    expect(rest.map(({ id }) => id)).toEqual(['summary'])
  })

  it('of a tool without an output schema is checked for a summary only', async () => {
    const { outputSchema: _, ...undeclared } = tool
    expect(await statusesOf(resultOf({ sum: 3 }), { checked: undeclared, standard: true })).toEqual({ called: 'pass', summary: 'pass' })
  })

  it('fails without structured content, and what depends on that content is not checked', async () => {
    expect(await statusesOf({ content: [text('The sum is 3.')] }, { standard: true })).toEqual({ called: 'pass', structured_content: 'fail', summary: 'pass' })
    expect(await statusesOf({} as CallToolResult)).toEqual({ called: 'pass', structured_content: 'fail', summary: 'fail' })
  })
})

describe('the validity of the output', () => {
  const faultOf = async (schema: object, value: Record<string, unknown>) => {
    const checks = await checkResult({ ...tool, outputSchema: schema as never }, resultOf(value), false)
    return checks.find(({ id }) => id === 'valid_output')
  }

  it('fails where a value does not fit the schema', async () => {
    expect(await faultOf(outputSchema, { sum: 'three' })).toMatchObject({ status: 'fail', detail: expect.stringContaining('sum must be number') })
    expect(await faultOf(outputSchema, {})).toMatchObject({ status: 'fail' })
  })

  it('is checked with the dialect that the schema names', async () => {
    const $schema = 'http://json-schema.org/draft-07/schema#'
    expect(await faultOf({ $schema, items: [{ type: 'number' }], type: 'object' }, {})).toMatchObject({ status: 'pass' })
    expect(await faultOf({ type: 'object', properties: { list: { prefixItems: [{ type: 'number' }] } } }, { list: ['a'] })).toMatchObject({ status: 'fail' })
  })

  it('accepts keywords that are not in the standard, and does not check formats', async () => {
    expect(await faultOf({ type: 'object', 'x-artifact': true, properties: { at: { format: 'date-time' } } }, { at: 'today' })).toMatchObject({
      status: 'pass',
    })
  })

  it('does not take properties from the prototype', async () => {
    expect(await faultOf({ type: 'object', required: ['toString'] }, {})).toMatchObject({ status: 'fail' })
  })

  it('fails for a schema that does not compile', async () => {
    expect(await faultOf({ type: 'objekt' }, {})).toMatchObject({ status: 'fail', detail: expect.stringContaining('type') })
  })
})

describe('the JSON text', () => {
  const statusWith = async (value: Record<string, unknown>, ...content: string[]) => (await statusesOf(resultOf(value, content.map(text)))).json_text

  it('may be in any block and may order its keys and spaces differently', async () => {
    expect(await statusWith({ sum: 3, parts: { a: 1, b: 2 } }, 'The sum is 3.', '{ "parts": { "b": 2, "a": 1 }, "sum": 3 }')).toBe('pass')
  })

  it.each(['{"sum":4}', '{"sum":3', '{}', '{"sum":3,"more":1}', 'The sum is 3.', '[{"sum":3}]'])('is not %s for {"sum":3}', async (json) => {
    expect(await statusWith({ sum: 3 }, json)).toBe('fail')
  })

  it('keeps the order of lists', async () => {
    expect(await statusWith({ sum: 3, parts: [1, 2] }, '{"sum":3,"parts":[2,1]}')).toBe('fail')
    expect(await statusWith({ sum: 3, parts: [2, 1] }, '{"parts":[2,1],"sum":3}')).toBe('pass')
  })

  it('is not read from blocks that are not text', async () => {
    const content = [{ type: 'resource' as const, resource: { uri: 'a', text: '{"sum":3}' }, text: '{"sum":3}' }] as never
    expect((await statusesOf(resultOf({ sum: 3 }, content))).json_text).toBe('fail')
  })
})

describe('the metadata', () => {
  const metadataCheck = async (_metadata: unknown) => (await checkResult(tool, resultOf({ sum: 3, _metadata }), true)).find(({ id }) => id === 'metadata')

  it('passes when it is complete', async () => {
    expect(await metadataCheck(metadata)).toMatchObject({ status: 'pass' })
  })

  it.each(Object.keys(metadata))('fails without %s, and names nothing else', async (field) => {
    for (const value of ['', 5, undefined])
      expect(await metadataCheck({ ...metadata, [field]: value })).toMatchObject({ status: 'fail', detail: `_metadata: ${field} is missing.` })
  })

  it.each([undefined, null, 'text'])('fails with all fields missing for %j', async (value) => {
    expect((await metadataCheck(value))?.detail.match(/is missing/g)).toHaveLength(6)
  })

  it('fails with the name of another tool, and with a date that is none', async () => {
    expect(await metadataCheck({ ...metadata, tool_name: 'other', executed_at: 'yesterday' })).toMatchObject({
      status: 'fail',
      detail: '_metadata: tool_name is "other", executed_at is not a date.',
    })
  })
})

describe('the summary', () => {
  const summaryOf = async (value: string) => (await statusesOf({ content: [text(value)] })).summary

  it.each(['The sum is 3.', '{"sum":3}\nThe sum is 3.', 'Ölpreis', '12 ab'])('may be %j', async (value) => {
    expect(await summaryOf(value)).toBe('pass')
  })

  it.each(['', '{"sum":3}', '  [ "text" ]', '3', 'a', 'a b c', '{"sum":3}\n12'])('is not %j', async (value) => {
    expect(await summaryOf(value)).toBe('fail')
  })
})

describe('the report', () => {
  const works = async () => resultOf({ sum: 3 })

  it('is ok when no check failed, also with a check that was skipped', async () => {
    const report = await reportOf({ ...tool, description: 'Adds.' }, works, { standard: false })
    expect(report.ok).toBe(true)
    expect(report.tools[0]?.checks.at(-1)).toMatchObject({ id: 'called', status: 'skip' })
  })

  it('is not ok when any check failed', async () => {
    expect(await reportOf(tool, works)).toMatchObject({ ok: false })
  })

  it('requires the standard shape unless configured otherwise', async () => {
    const { tools } = await reportOf(tool, works)
    expect(tools[0]?.checks).toContainEqual(expect.objectContaining({ id: 'standard_shape', status: 'fail' }))
  })

  it('lists the tools with a line for each check and the references to the output', async () => {
    const { text } = await reportOf({ ...tool, description: 'Adds.' }, works, { standard: false })
    const lines = text.split('\n')
    expect(lines[0]).toBe('add')
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}PASS description: ./))
    expect(lines.at(-1)).toBe('  output: $N.output, $N.output.sum')
  })

  it('says when there is nothing to reference', async () => {
    const { outputSchema: _, ...undeclared } = tool
    expect((await reportOf(undeclared, works)).text).toMatch(/output: nothing to reference$/)
  })

  it('calls a tool with its sample and the time limit, and only with a sample of its own', async () => {
    const calls: unknown[][] = []
    const record = async (...args: unknown[]) => calls.push(args) && resultOf({ sum: 3 })
    await reportOf(tool, record, { samples: { add: { a: 1 } }, timeoutMs: 5 })
    await reportOf(tool, record, { samples: { add: {} } })
    await reportOf({ ...tool, name: 'toString' }, record, { samples: {} })
    expect(calls).toEqual([
      [
        { name: 'add', arguments: { a: 1 } },
        { timeout: 5, toolDefinition: tool },
      ],
      [
        { name: 'add', arguments: {} },
        { timeout: 30_000, toolDefinition: tool },
      ],
    ])
  })

  it.each([
    [new Error('Connection closed.'), 'Connection closed.'],
    [new Error('x'.repeat(400)), 'x'.repeat(300)],
    [{ message: 5 }, 'The call failed.'],
    ['text', 'The call failed.'],
  ])('has the message of a call that throws %j', async (thrown, detail) => {
    const { tools } = await reportOf(tool, () => Promise.reject(thrown))
    expect(tools[0]?.checks.at(-1)).toEqual({ id: 'called', status: 'fail', detail })
    expect(tools[0]).toMatchObject({ tool: 'add', references: ['$N.output', '$N.output.sum'] })
  })
})
