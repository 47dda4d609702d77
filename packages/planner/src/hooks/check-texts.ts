import type { JsonValue } from '@pf/core'
import { setOwn } from '@pf/core/internal'
import type { AnswerGate } from './answer-gate.ts'
import type { HookedRun } from './ask-hook.ts'

/** Returns a copy of a JSON value whose texts have passed the gate, each on its own. Keys are not changed. Rejects with AnswerRefused. */
export async function checkTexts<Value extends JsonValue>(run: HookedRun, gate: AnswerGate, value: Value): Promise<Value> {
  const passed = new Map<string, string>()
  const passText = async (text: string): Promise<string> => {
    const known = passed.get(text)
    if (known !== undefined) return known
    const approved = await gate.pass(run, text, true)
    passed.set(text, approved)
    return approved
  }
  const visit = async (part: JsonValue): Promise<JsonValue> => {
    if (typeof part === 'string') return passText(part)
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) {
      const items: JsonValue[] = []
      for (const item of part) items.push(await visit(item))
      return items
    }
    const copy: Record<string, JsonValue> = {}
    for (const [key, member] of Object.entries(part)) setOwn(copy, key, await visit(member))
    return copy
  }
  return (await visit(value)) as Value
}
