import { formatPointer, type JsonSchema, PfError, type ToolContext, type ToolDefinition, type ValidationIssue } from '@pf/core'
import { getOwn, isRecord } from '@pf/core/internal'
import { nearestNames } from '../util/nearest-names.ts'

/**
 * A schema of a library that implements Standard Schema and Standard JSON Schema, such as zod 4. It is recognized structurally, so no
 * library is loaded here.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly jsonSchema: {
      readonly input: (options: StandardOptions) => Record<string, unknown>
      readonly output: (options: StandardOptions) => Record<string, unknown>
    }
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** Options passed to a library: the draft of JSON Schema, and library-specific options. */
export interface StandardOptions {
  readonly target: string
  readonly libraryOptions?: Record<string, unknown> | undefined
}

/** The result of a validation. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined }[] }

/** True for schemas that can validate values and describe themselves. */
function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value)) return false
  const standard = value['~standard']
  return typeof standard === 'object' && standard !== null && 'validate' in standard && 'jsonSchema' in standard
}

/** The schema of a tool's input or output: JSON Schema, or a schema of a library such as zod 4. */
export type ToolSchema = JsonSchema | StandardSchema

/** The type of the arguments of `run`: the output type of its input schema, or a record for JSON Schema. */
export type ToolArgs<S> = S extends StandardSchema<infer _Input, infer Output> ? Output : Record<string, unknown>

/** The return type of `run`: the input type of its output schema, or unknown for JSON Schema. */
export type ToolReturn<S> = S extends StandardSchema<infer Input, infer _Output> ? Input : unknown

/** The definition of a tool: like ToolDefinition, but `input` and `output` may also be zod 4 schemas, which then determine the types of `run`. */
export interface ToolConfig<Input extends ToolSchema, Output extends ToolSchema> extends Omit<ToolDefinition, 'input' | 'output' | 'run'> {
  input: Input
  output?: Output
  run(args: ToolArgs<Input>, context: ToolContext): Promise<ToolReturn<Output>> | ToolReturn<Output>
}

/**
 * Creates a ToolDefinition. zod schemas are converted to JSON Schema (draft 2020-12) and still used for validation: `run` receives parsed
 * arguments with defaults, and members that the output schema does not name are removed from results. Throws PfError `invalid_config` for a
 * schema that cannot be converted.
 */
export function defineTool<const Input extends ToolSchema, const Output extends ToolSchema = JsonSchema>(config: ToolConfig<Input, Output>): ToolDefinition {
  const { input, output, run, ...rest } = config
  const definition: ToolDefinition = {
    ...rest,
    input: toJsonSchema(config.name, input, 'input'),
    run: async (args: Record<string, unknown>, context: ToolContext) => {
      const parsed = await parseWith(input, args, 'tool_input_invalid')
      assertNothingLost(args, parsed, definition.input)
      const result: unknown = await run.call(config, parsed as ToolArgs<Input>, context)
      return output === undefined ? result : parseWith(output, result, 'tool_output_invalid')
    },
  }
  if (output !== undefined) definition.output = toJsonSchema(config.name, output, 'output')
  return definition
}

/** Throws if arguments that the schema does not name were removed by parsing. Without them, a tool might do more than it was asked to. */
function assertNothingLost(args: Record<string, unknown>, parsed: unknown, schema: JsonSchema): void {
  const issues = lostArguments({ given: args, parsed, schema, pointer: '' }).slice(0, maxLost)
  if (issues.length > 0) throw new PfError('tool_input_invalid', 'The tool has no such argument.', { fields: { issues } })
}

const maxLost = 20

interface ParsedValue {
  given: unknown
  parsed: unknown
  schema: unknown
  pointer: string
}

function lostArguments({ given, parsed, schema, pointer }: ParsedValue): ValidationIssue[] {
  if (Array.isArray(given) && Array.isArray(parsed)) {
    const items = getOwn(schema, 'items')
    return given.flatMap((item, index) => lostArguments({ given: item, parsed: parsed[index], schema: items, pointer: `${pointer}/${index}` }))
  }
  const properties = getOwn(schema, 'properties')
  if (!isRecord(given) || !isRecord(parsed) || !isRecord(properties)) return []
  return Object.keys(given).flatMap((name): ValidationIssue[] => {
    const place = `${pointer}${formatPointer([name])}`
    if (Object.hasOwn(properties, name)) return lostArguments({ given: given[name], parsed: getOwn(parsed, name), schema: properties[name], pointer: place })
    if (Object.hasOwn(parsed, name)) return []
    const [suggestion] = nearestNames(name, Object.keys(properties), 1)
    return [{ code: 'additionalProperties', pointer: place, expected: 'no such property', ...(suggestion === undefined ? {} : { suggestion }) }]
  })
}

function toJsonSchema(tool: string, schema: ToolSchema, side: 'input' | 'output'): JsonSchema {
  if (!isStandardSchema(schema)) return schema
  try {
    // A schema without `$schema` is read as 2020-12, so including it for each tool would only cost tokens.
    const { $schema: _, ...plain } = schema['~standard'].jsonSchema[side]({ target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } })
    return plain
  } catch (cause) {
    throw new PfError('invalid_config', `The ${side} schema of tool ${tool} cannot be converted to JSON Schema; use simpler types.`, { cause })
  }
}

async function parseWith(schema: ToolSchema, value: unknown, code: 'tool_input_invalid' | 'tool_output_invalid'): Promise<unknown> {
  if (!isStandardSchema(schema)) return value
  const result: StandardResult<unknown> = await schema['~standard'].validate(value)
  if (!result.issues) return result.value
  throw new PfError(code, 'The value does not match its schema.', { fields: { issues: result.issues.map(toIssue) } })
}

type Issue = Extract<StandardResult<unknown>, { issues: readonly unknown[] }>['issues'][number]

function toIssue({ message, path }: Issue): ValidationIssue {
  const tokens = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  return { code: 'schema_invalid', pointer: formatPointer(tokens), expected: message.slice(0, 200) }
}
