import type { JsonValue } from '@pf/core'
import { redactCredentials } from '@pf/core/internal'
import type { ModelMessage } from '../model/model.ts'
import { clampJson } from '../util/clamp-json.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import type { Attributes } from './in-span.ts'

/** Maximum length of one attribute with content, in characters. */
const maxChars = 32_000

/** Adds content to spans. Undefined in a run whose host has not opted in. */
export interface ContentRecorder {
  /** Returns attributes with the values as JSON text: without secrets of the user and texts that look like credentials, shortened if they are long. */
  attributes(values: Readonly<Record<string, unknown>>): Attributes
}

/** Creates the recorder of a run. `secrets` are texts that only tools may see. */
export function createContentRecorder(secrets: ReadonlySet<string>): ContentRecorder {
  const textOf = (value: unknown) => JSON.stringify(clampJson(redactTexts(scrubTexts(value, secrets), 0), maxChars).value)
  return {
    attributes: (values) => {
      try {
        return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])))
      } catch {
        // A value that cannot be read must not affect the call.
        return {}
      }
    },
  }
}

const maxDepth = 64

function redactTexts(value: unknown, depth: number): JsonValue {
  if (typeof value === 'string') return redactCredentials(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || depth > maxDepth) return null
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, depth + 1))
  const members = Object.entries(value).map(([key, member]): [string, JsonValue] => [
    redactCredentials(key),
    isCredentialName(key) && typeof member === 'string' ? '***' : redactTexts(member, depth + 1),
  ])
  return Object.fromEntries(members)
}

const isCredentialName = (name: string) => /^(api[_-]?key|access[_-]?token|token|password|passwd|secret|authorization)$/i.test(name)

/** Returns messages in the form of the conventions. System messages are instructions. */
export function messageContent(messages: readonly ModelMessage[]): Record<string, unknown> {
  const system = messages.filter(({ role }) => role === 'system')
  const others = messages.filter(({ role }) => role !== 'system')
  return {
    'gen_ai.system_instructions': system.length === 0 ? undefined : system.map(({ content }) => textPart(content)),
    'gen_ai.input.messages': others.map(({ role, content }) => ({ role, parts: [textPart(content)] })),
  }
}

/** Returns an output in the form of the conventions. */
export function outputContent({ text, reasoning = '', finish }: { text: string; reasoning?: string; finish: string }): Record<string, unknown> {
  const parts = [...(reasoning === '' ? [] : [{ type: 'reasoning', content: reasoning }]), ...(text === '' ? [] : [textPart(text)])]
  return { 'gen_ai.output.messages': [{ role: 'assistant', parts, finish_reason: finish }] }
}

const textPart = (content: string) => ({ type: 'text', content })
