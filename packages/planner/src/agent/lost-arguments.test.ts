import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, createHarness, finishOf, type Harness, ofType } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const ran: [string, unknown][] = []
const tool = (name: string, input: z.ZodType, more: { sideEffects?: 'external' } = {}) =>
  defineTool({ name, description: `Does ${name}.`, input, run: (args) => ran.push([name, args]) && { ok: true }, ...more })

const purge = tool('purge', z.object({ where: z.string().optional(), table: z.string().optional(), limit: z.number().optional() }))
const note = tool(
  'note',
  z.object({
    text: z.string().optional(),
    thought: z.string().optional(),
    reasoning: z.string().optional(),
    id: z.string().optional(),
    type: z.string().optional(),
    plan: z.array(z.string()).optional(),
  }),
)
const ping = tool('ping', z.object({}))
const openTool = defineTool({
  name: 'open',
  description: 'Takes anything.',
  input: { type: 'object' },
  run: (args) => ran.push(['open', args]) && { ok: true },
})
const tools = [purge, note, ping, openTool]

async function runWith(text: string) {
  ran.length = 0
  let calls = 0
  const story: Story = { name: 'first', match: () => true, reply: () => ({ content: calls++ === 0 ? text : answer('done') }) }
  harness = await createHarness({ stories: [story], tools })
  return harness.run('Go.')
}

describe('a call whose arguments stand in two places, or apart from it', () => {
  it.each([
    // Another object, behind the action or before it.
    '{"next_node":"purge","args":{}} {"where":"id=5"}',
    '{"next_node":"purge","args":{}}\n{"where":"id=5"}',
    '{"next_node":"purge"}\n{"args":{"where":"id=5"}}',
    '{"next_node":"purge"}\n{"arguments":{"where":"id=5"}}',
    '{"next_node":"purge"}{"input":{"where":"id=5"}}',
    '{"where":"id=5"}\n{"next_node":"purge"}',
    '{"args":{"where":"id=5"}}\n{"next_node":"purge","args":{}}',
    '[{"next_node":"purge"},{"where":"id=5"}]',
    '```json\n{"next_node":"purge","args":{}}\n```\n```json\n{"where":"id=5"}\n```',
    'Tool:\n{"next_node":"purge"}\nArguments:\n{"where":"id=5"}',
    '<tool_call>{"name":"purge"}</tool_call>\n{"where":"id=5"}',
    '<function=purge></function>\n{"where":"id=5"}',
    '{"tool":"purge","args":{}} {"where":"id=5"}',
    '{"next_node":"purge","args":null} {"unknown":"id=5"}',
    '{"next_node":"open","args":{}} {"where":"id=5"}',
    '{"next_node":"purge","args":{"table":"t"}}\n{"where":"id=5"}',
    '{"next_node":"purge","args":{"table":"t"}}\n{"args":{"where":"id=5"}}',
    '{"next_node":"purge","args":{"table":"t"}} {"kwargs":{"limit":1}}',
    '{"next_node":"purge","args":{}} {"where":"id',
    // In text and in comments.
    '{"next_node":"purge","args":{}}\nwhere: id=5',
    '{"next_node":"purge","args":{}}\n"where": "id=5"',
    '{"next_node":"purge","args":{}}\n- where = id=5',
    'where: id=5\n{"next_node":"purge","args":{}}',
    '{"next_node":"purge","args":{"table":"t"}}\nwhere: id=5',
    '{"next_node":"purge","args":{/*"where":"id=5"*/}}',
    '{"next_node":"purge","args":{} // where: id=5\n}',
    '{"next_node":"purge", # where = id=5\n"args":{}}',
    '{"next_node":"purge","args":{}',
    // A key twice, with different values.
    '{"next_node":"purge","args":{"where":"id=5","where":"id=6"}}',
    '{"next_node":"purge","args":{"where":"id=5","limit":1,"where":""}}',
    '{"next_node":"purge","where":"id=5","where":"id=6"}',
    '{"next_node":"purge","args":{"where":"id=5"},"args":{"where":"id=6"}}',
    '{"next_node":"purge","args":{},"args":{"where":"id=5"}}',
    '{"next_node":"ping","next_node":"purge","args":{"where":"id=5"}}',
    '{"next_node":"purge","args":"{\\"where\\":\\"id=5\\",\\"where\\":\\"id=6\\"}"}',
    '{"next_node":"purge","args":{"arguments":{"where":"id=5"},"arguments":{"where":"id=6"}}}',
    '{"next_node":"open","args":{"filter":{"id":5,"id":6}}}',
    '{"next_node":"open","args":{"rows":[{"id":5},{"id":5,"id":6}]}}',
    "{'next_node':'purge','args':{'where':'id=5','where':'id=6'}}",
    '{"next_node":"purge","args":{"where":"id=5","\\u0077here":"id=6"}}',
    '{"action":{"next_node":"purge","args":{"where":"id=5","where":"id=6"}}}',
    '{"next_node":"plan","args":{"steps":[{"node":"purge","args":{"where":"id=5","where":"id=6"}}]}}',
    // A step without a name, and what stands beside a task.
    '{"next_node":"plan","args":{"steps":[{"node":"purge"},{"args":{"where":"id=5"}}]}}',
    '{"next_node":"plan","args":{"steps":[{"node":"purge","args":{}},{"where":"id=5"}]}}',
    '{"next_node":"plan","args":{"steps":[{"node":"ping"},{"node":"purge"}]}}\n{"where":"id=5"}',
    '{"next_node":"task","args":{"tool":"purge","tool_args":{"where":"id=5"},"args":{"where":"id=6"}}}',
    '{"next_node":"task","args":{"tool":"purge","tool_args":{"where":"id=5"}},"tool_args":{"where":"id=6"}}',
    // Beside the arguments.
    '{"next_node":"purge","args":{"table":"t"},"status_filter":"open"}',
    '{"next_node":"purge","args":{"table":"t"},"goal_id":"5"}',
    '{"next_node":"purge","args":{"table":"t"},"footnote":"id=5"}',
    '{"next_node":"note","id":"call_5"}',
    '{"next_node":"note","args":{"text":"x"},"id":"call_5"}',
    '{"next_node":"note","type":"function"}',
    '{"next_node":"note","plan":[]}',
    // Numbers that JSON does not have would become null, and an optional argument of null is left out.
    '{"next_node":"purge","args":{"limit": NaN}}',
    '{"next_node":"purge","args":{"limit": -Infinity}}',
    '{"next_node":"purge","args":{"limit": 1e999}}',
    // Expressions of a programming language.
    '{"next_node":"purge","args":{"where":"id=" + "5"}}',
    '{"next_node":"purge","args":{"where":"id="\n"5"}}',
    '{"next_node":"purge","args":{"where":"id=5" or "id=6"}}',
    '{"next_node":"purge","args":{"where":"id=5" if x else "id=6"}}',
    '{"next_node":"open","args":{"filter":{"x": "a": "b"}}}',
    '{"next_node":"purge","args":{"where":"""id=5"""}}',
    "{'next_node':'purge','args':{'where':'id=' + '5'}}",
    "{'next_node':'purge','args':{'where':'''id=5'''}}",
    '{"next_node":"plan","args":{"steps":[{"node":"purge","args":{"where":"id=" + "5"}}]}}',
  ])('is asked for again: %j', async (text) => {
    const events = await runWith(text)
    expect(ran).toEqual([])
    expect(ofType(events, 'repair')).toHaveLength(1)
    expect(JSON.stringify(harness.server.requests[1]?.body)).toMatch(/\((?:ambiguous_args|ambiguous_action|missing_next_node|unparseable)\)/)
    expect(finishOf(events).payload.raw_answer).toBe('done')
  })
})

describe('a call whose arguments have one reading', () => {
  const where = { where: 'id=5' }
  it.each<[string, [string, unknown][]]>([
    ['{"next_node":"purge","args":{"where":"id=5"}}', [['purge', where]]],
    ['{"next_node":"purge","args":{"where":"id=5","where":"id=5"}}', [['purge', where]]],
    ['{"next_node":"purge","args":{"where":"id=5"},"args":{"where":"id=5"}}', [['purge', where]]],
    ['{"next_node":"purge","next_node":"purge","args":{"where":"id=5"}}', [['purge', where]]],
    ['{"next_node":"purge","args":{"where":"http://a:5/?b={c:d}"}}', [['purge', { where: 'http://a:5/?b={c:d}' }]]],
    ['{"next_node":"purge","args":{"where":"a: \\"b\\": c, \\"where\\":"}}', [['purge', { where: 'a: "b": c, "where":' }]]],
    ['{"next_node":"purge","args":{"where":"a\\u003ab"}}', [['purge', { where: 'a:b' }]]],
    ['{"next_node":"open","args":{"a":{"id":5},"b":{"id":6}}}', [['open', { a: { id: 5 }, b: { id: 6 } }]]],
    ['{"next_node":"open","args":{"rows":[{"id":5},{"id":6}]}}', [['open', { rows: [{ id: 5 }, { id: 6 }] }]]],
    ['{"next_node":"purge","args":{"where":"name = "Bob" and id=5"}}', [['purge', { where: 'name = "Bob" and id=5' }]]],
    ['{"next_node":"purge","args":{"where":"x = "a" + "b""}}', [['purge', { where: 'x = "a" + "b"' }]]],
    ['{"next_node":"purge","args":{"where":"65" wide"}}', [['purge', { where: '65" wide' }]]],
    ['{"next_node":"purge","where":"id=5"}', [['purge', where]]],
    ['{"next_node":"purge","args":{"table":"t"},"where":"id=5"}', [['purge', { table: 't', where: 'id=5' }]]],
    ['{"next_node":"purge","args":{"where":"id=5"} // the row\n}', [['purge', where]]],
    ['{"next_node":"purge","args":{"where":"id=5"},"confidence":0.9,"args_note":"x","next_steps":"y","reasonText":"z"}', [['purge', where]]],
    ['{"next_node":"purge","args":{"where":"id=5"}}\n{"confidence":0.9}', [['purge', where]]],
    ['{"next_node":"purge","args":{"where":"id=5"}}\n{"deleted":1}', [['purge', where]]],
    ['{"next_node":"purge","args":{"where":"id=5"}}\n{"where":"id=5"}', [['purge', where]]],
    ['{"next_node":"purge","args":{"where":"id=5"}}\n{"tool_call_id":"c","tool":"purge","observation":{"limit":1}}', [['purge', where]]],
    ['{"next_node":"purge","args":{}}\n{"note":"all rows"}', [['purge', {}]]],
    ['{"next_node":"purge","args":{}}\nObservation: where: id=5', [['purge', {}]]],
    ['{"next_node":"purge","args":{}}\n\nThis deletes all rows.', [['purge', {}]]],
    ['Delete everything:\n{"next_node":"purge","args":{}}', [['purge', {}]]],
    ['I know where everything is.\n{"next_node":"purge","args":{}}', [['purge', {}]]],
    ['{"next_node":"ping","args":{}}\n{"ok":true}', [['ping', {}]]],
    ['{"status":"ready"}\n{"next_node":"ping"}', [['ping', {}]]],
    ['{"next_node":"ping","args":{/* nothing */}}', [['ping', {}]]],
    ['{"next_node":"ping","args":{}', [['ping', {}]]],
    ['{"next_node":"purge","args":{"where":"id=5"}', [['purge', where]]],
    ['{"next_node":"purge","thought":"old rows","args":{"where":"id=5"}}', [['purge', where]]],
    ['{"thought":"t","next_node":"purge","args":{"where":"id=5"},"plan":null,"join":null}', [['purge', where]]],
    ['{"next_node":"note","reasoning":"old rows"}', [['note', { reasoning: 'old rows' }]]],
    ['{"next_node":"note","thought":"old","args":{"text":"x"}}', [['note', { text: 'x', thought: 'old' }]]],
    ['{"next_node":"note","thought":"mine","args":{"thought":"its"}}', [['note', { thought: 'its' }]]],
    ['{"thought":"t","next_node":"note","args":{"text":"x"},"plan":null,"join":null}', [['note', { text: 'x', thought: 't' }]]],
    ['{"next_node":"note","id":"n5","args":{"text":"x"}}', [['note', { text: 'x', id: 'n5' }]]],
    ['{"type":"tool_use","id":"toolu_1","name":"note","input":{"text":"x"}}', [['note', { text: 'x' }]]],
    ['{"id":"call_1","type":"function","function":{"name":"note","arguments":"{\\"text\\":\\"x\\"}"}}', [['note', { text: 'x' }]]],
    ['{"next_node":"note","args":{"id":"call_5","type":"function"}}', [['note', { id: 'call_5', type: 'function' }]]],
    [
      '{"next_node":"plan","args":{"steps":[{"node":"ping"},{"node":"purge","args":{"where":"id=5"}}]}}',
      [
        ['ping', {}],
        ['purge', where],
      ],
    ],
    ['{"next_node":"plan","args":{"steps":[{"node":"purge","args":{"where":"id=5"}},{"args":{}},"x"]}}', [['purge', where]]],
    ['{"next_node":"plan","args":{"steps":[{"node":"note","thought":"t","args":{"text":"x"}}]}}', [['note', { text: 'x', thought: 't' }]]],
    ['<tool_call>{"name":"purge","arguments":{"where":"id=5"}}</tool_call>', [['purge', where]]],
    ['<function=purge>\n<parameter=where>id=5</parameter>\n</function>', [['purge', where]]],
    ['Filter: {"where":"id=5"}\n{"next_node":"purge","args":{"where":"id=5"}}', [['purge', where]]],
    ['{"next_node":"open"}', [['open', {}]]],
  ])('runs at the first attempt: %j', async (text, expected) => {
    const events = await runWith(text)
    expect(ran).toEqual(expected)
    expect(ofType(events, 'repair')).toEqual([])
  })
})
