import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import type { JsonObject, JsonValue, ToolContext } from '@pf/core'
import { isRecord } from '@pf/core/internal'

const formats: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['date', 'date'],
  ['date-time', 'datetime'],
])

/** Converts a requested schema to the props of a form. Returns undefined for a schema without properties, with more than 100, or with a name that a form cannot have. */
export function toFormProps(message: string, schema: unknown): JsonObject | undefined {
  if (!isRecord(schema) || !isRecord(schema.properties)) return undefined
  const required = Array.isArray(schema.required) ? schema.required : []
  const entries = Object.entries(schema.properties)
  if (entries.length === 0 || entries.length > 100 || entries.some(([name]) => !/^_?[A-Za-z][A-Za-z0-9_.-]{0,62}$/.test(name))) return undefined
  const fields = entries.map(([name, property]) => fieldOf(name, isRecord(property) ? property : {}, required.includes(name)))
  return { description: message.slice(0, 5_000).toWellFormed(), fields, submitLabel: 'Send' }
}

function fieldOf(name: string, property: Record<string, unknown>, required: boolean): JsonObject {
  const { title, description, default: initial } = property
  return {
    name,
    label: typeof title === 'string' ? title.slice(0, 500) : name,
    ...(typeof description === 'string' ? { helpText: description.slice(0, 500) } : {}),
    ...(required ? { required } : {}),
    ...(typeof initial === 'string' || typeof initial === 'number' || typeof initial === 'boolean' ? { default: initial } : {}),
    ...inputOf(property),
  }
}

/** Returns the type of the form field, with its options and validation. */
function inputOf(property: Record<string, unknown>): JsonObject {
  const options = optionsOf(property)
  if (property.type === 'array')
    return {
      type: 'multiselect',
      options: optionsOf(isRecord(property.items) ? property.items : {}),
      ...validationOf(property, { min: 'minItems', max: 'maxItems' }),
    }
  if (options.length > 0) return { type: 'select', options }
  if (property.type === 'boolean') return { type: 'switch' }
  if (property.type === 'integer') return { type: 'number', ...validationOf(property, { min: 'minimum', max: 'maximum' }, { step: 1 }) }
  if (property.type === 'number') return { type: 'number', ...validationOf(property, { min: 'minimum', max: 'maximum' }) }
  return { type: formats.get(String(property.format)) ?? 'text', ...validationOf(property, { minLength: 'minLength', maxLength: 'maxLength' }) }
}

/** `names` maps validation rules of the form to JSON Schema keywords. */
function validationOf(property: Record<string, unknown>, names: Record<string, string>, more: JsonObject = {}): JsonObject {
  const found = Object.entries(names).flatMap(([rule, keyword]) => (typeof property[keyword] === 'number' ? [[rule, property[keyword]] as const] : []))
  const validation: JsonObject = { ...Object.fromEntries(found), ...more }
  return Object.keys(validation).length > 0 ? { validation } : {}
}

/** Returns the options of a property, in any of the forms that protocol versions have used. */
function optionsOf({ enum: values, enumNames, oneOf, anyOf }: Record<string, unknown>): JsonValue[] {
  const listed = [oneOf, anyOf].find(Array.isArray)
  if (listed)
    return listed
      .filter(isRecord)
      .flatMap((choice) => (typeof choice.const === 'string' ? [{ value: choice.const, label: String(choice.title ?? choice.const) }] : []))
  if (!Array.isArray(values)) return []
  const names = Array.isArray(enumNames) ? enumNames : []
  return values.filter((value) => typeof value === 'string').map((value, index) => ({ value, label: String(names[index] ?? value) }))
}

/**
 * Answers an elicitation request of a server. The call pauses with a form. When it runs again with the answer, the server sends the request
 * again and receives that answer immediately. A request outside a call, or one that a form cannot represent, is declined.
 */
export async function answerElicitation(params: ElicitRequestParams, context: ToolContext | undefined): Promise<ElicitResult> {
  if (!context || params.mode === 'url' || !('requestedSchema' in params)) return { action: 'decline' }
  const props = toFormProps(params.message, params.requestedSchema)
  if (!props) return { action: 'decline' }
  const answer = await context.pause({ component: 'form', props })
  if (answer.status !== 'answered') return { action: 'cancel' }
  return { action: 'accept', content: toElicitedContent(answer.result, params.requestedSchema) }
}

type ElicitedContent = Record<string, string | number | boolean | string[]>

/** Converts the result of a form to the types that the protocol allows. Fields that the requested schema does not name are omitted. */
function toElicitedContent(result: JsonObject, schema: unknown): ElicitedContent {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
  const entries = Object.entries(result).flatMap(([name, value]): [string, ElicitedContent[string]][] => {
    if (!Object.hasOwn(properties, name)) return []
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
    return Array.isArray(value) ? [[name, value.map(String)]] : []
  })
  return Object.fromEntries(entries)
}
