import { type JsonSchema, PfError } from '@pf/core'
import { getOwn, isRecord, truncateText } from '@pf/core/internal'
import { readToolResponse } from './tool-response.ts'

/** A tool's result and what is known of its form. */
export interface ArtifactTypeInput {
  /** Named by the error. */
  tool: string
  data: unknown
  schema?: JsonSchema | undefined
}

/** Says the type of an artifact in data and in a schema. */
const tag = 'x-artifact-type'
const maxTagLength = 60

/**
 * The type of an artifact, in lower case: what the data says (`x-artifact-type`, also inside a ToolResponse), then what the schema
 * says, then `table`, `form` or `chart` by the schema's shape, then by the data's. Throws PfError `tool_output_invalid` naming the tool.
 */
export function inferArtifactType({ tool, data, schema }: ArtifactTypeInput): string {
  const inner = schema && artifactSchema(schema)
  const type =
    readable(() => dataTag(data)) ?? schemaTag(schema, inner) ?? shapeOf(inner, schemaShapes) ?? readable(() => shapeOf(artifactIn(data), dataShapes))
  if (type !== undefined) return type
  const name = truncateText(tool, 80)
  throw new PfError('tool_output_invalid', `The type of what the tool ${name} returned cannot be told. Add ${tag} to its output or its output schema.`, {
    fields: { tool: name },
  })
}

/** Getters and proxies of a result may throw. */
function readable(read: () => string | undefined): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const artifactIn = (data: unknown): unknown => readToolResponse(data).data

function tagOf(value: unknown): string | undefined {
  const found = isRecord(value) ? getOwn(value, tag) : undefined
  const text = typeof found === 'string' ? found.trim().toLowerCase() : ''
  return text === '' || text.length > maxTagLength ? undefined : text
}

/** The wrapper, the artifact in it, the card in that. */
function dataTag(data: unknown): string | undefined {
  const artifact = artifactIn(data)
  return tagOf(data) ?? tagOf(artifact) ?? tagOf(own(artifact, 'card'))
}

function schemaTag(schema: unknown, inner: unknown): string | undefined {
  return tagOf(schema) ?? tagOf(inner) ?? constTag(inner)
}

/** A type that says its tag as a literal, as zod's does. */
function constTag(schema: unknown): string | undefined {
  return tagOf({ [tag]: own(propertyOf(schema, tag), 'const') })
}

/** The artifact's own schema, out of the schema of a ToolResponse. */
function artifactSchema(schema: JsonSchema): unknown {
  const wrapped = ['artifact_id', '_metadata'].every((key) => propertyOf(schema, key) !== undefined)
  return (wrapped ? propertyOf(schema, 'artifact') : undefined) ?? schema
}

const own = (value: unknown, key: string): unknown => (isRecord(value) ? getOwn(value, key) : undefined)
const propertyOf = (schema: unknown, key: string): unknown => own(own(schema, 'properties'), key)

type Shapes = Record<'table' | 'form' | 'chart', (value: unknown) => boolean>

const schemaShapes: Shapes = {
  table: (schema) => isType(schema, 'array') && describesObject(own(schema, 'items')),
  form: (schema) => isType(propertyOf(schema, 'fields'), 'array'),
  chart: (schema) => ['labels', 'datasets'].every((key) => propertyOf(schema, key) !== undefined),
}

const dataShapes: Shapes = {
  table: (data) => Array.isArray(data) && isRecord(data[0]),
  form: (data) => Array.isArray(own(data, 'fields')),
  chart: (data) => ['labels', 'datasets'].every((key) => Array.isArray(own(data, key))),
}

function shapeOf(value: unknown, shapes: Shapes): string | undefined {
  return Object.entries(shapes).find(([, fits]) => fits(value))?.[0]
}

const isType = (schema: unknown, type: string): boolean => own(schema, 'type') === type
const describesObject = (schema: unknown): boolean => isType(schema, 'object') || own(schema, 'properties') !== undefined
