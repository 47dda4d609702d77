import { type JsonSchema, PfError } from '@pf/core'
import { getOwn, isRecord, truncateText } from '@pf/core/internal'
import { readToolResponse } from './tool-response.ts'

/** A tool's result and the information about its form. */
export interface ArtifactTypeInput {
  /** Name of the tool, used in the error. */
  tool: string
  data: unknown
  schema?: JsonSchema | undefined
}

/** Member that contains the type of an artifact, in data and in a schema. */
const tag = 'x-artifact-type'
const maxTagLength = 60

/**
 * Returns the type of an artifact in lower case: that of the data (`x-artifact-type`, also inside a ToolResponse), then that of the schema,
 * then `table`, `form` or `chart` by the structure of the schema, then of the data. Throws PfError `tool_output_invalid` with the name of
 * the tool.
 */
export function inferArtifactType({ tool, data, schema }: ArtifactTypeInput): string {
  const inner = schema && artifactSchema(schema)
  const type =
    readable(() => dataTag(data)) ?? schemaTag(schema, inner) ?? shapeOf(inner, schemaShapes) ?? readable(() => shapeOf(artifactIn(data), dataShapes))
  if (type !== undefined) return type
  const name = truncateText(tool, 80)
  throw new PfError('tool_output_invalid', `The type of the result of the tool ${name} cannot be determined. Add ${tag} to its output or its output schema.`, {
    fields: { tool: name },
  })
}

/** Catches the errors of getters and proxies of a result. */
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

/** Reads the tag of the wrapper, of the artifact in it, and of the card in the artifact. */
function dataTag(data: unknown): string | undefined {
  const artifact = artifactIn(data)
  return tagOf(data) ?? tagOf(artifact) ?? tagOf(own(artifact, 'card'))
}

function schemaTag(schema: unknown, inner: unknown): string | undefined {
  return tagOf(schema) ?? tagOf(inner) ?? constTag(inner)
}

/** Reads the tag of a type that declares it as a literal, such as those of zod. */
function constTag(schema: unknown): string | undefined {
  return tagOf({ [tag]: own(propertyOf(schema, tag), 'const') })
}

/** Returns the artifact's own schema from the schema of a ToolResponse. */
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
