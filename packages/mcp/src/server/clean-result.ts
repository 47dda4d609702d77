import { specTypeSchemas } from '@modelcontextprotocol/client'
import { isRecord } from '@pf/core/internal'
import { markUnknownBlock } from '../tools/read-content.ts'

/** Returns a value without its members that are null. Servers in Python send null for each field without a value. */
export function withoutNulls(value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : value
}

/** Returns a result without a `_meta` that is not an object. */
export function withoutOddMeta({ _meta, ...result }: Record<string, unknown>): Record<string, unknown> {
  return isRecord(_meta) ? { ...result, _meta } : result
}

/**
 * Returns the result of a call in the form that the SDK accepts: content as a list of valid blocks, `isError` as a boolean, and structured
 * content as the protocol version allows it. `isLegacy`: the version has a handshake.
 */
export function cleanResult(result: Record<string, unknown>, isLegacy: boolean): Record<string, unknown> {
  const { content, isError, structuredContent, ...rest } = withoutOddMeta(result)
  const data = readStructured(structuredContent, isLegacy)
  const blocks = readBlocks(content)
  const isInText = data !== undefined && isLegacy && !isRecord(data)
  return {
    ...rest,
    ...(isError === undefined || isError === null ? {} : { isError: isError === true || isError === 1 || String(isError).toLowerCase() === 'true' }),
    ...(data === undefined || isInText ? {} : { structuredContent: data }),
    // In protocol versions with a handshake, only an object may be structured content.
    ...(isInText && Array.isArray(blocks) ? { content: [...blocks, { type: 'text', text: JSON.stringify(data) }] } : {}),
    ...(!isInText && (blocks !== undefined || Object.hasOwn(result, 'content')) ? { content: blocks } : {}),
  }
}

/** Reads structured content. An object that a server serialized twice is parsed. */
function readStructured(data: unknown, isLegacy: boolean): unknown {
  if (data === null) return undefined
  if (typeof data !== 'string' || !isLegacy) return data
  try {
    const parsed: unknown = JSON.parse(data)
    return isRecord(parsed) ? parsed : data
  } catch {
    return data
  }
}

/** Returns content as a list of valid blocks. A text and a single block become a list; any other value is returned as it is. */
function readBlocks(content: unknown): unknown {
  if (content === null || content === undefined) return []
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  const blocks: unknown = isRecord(content) ? [content] : content
  return Array.isArray(blocks) ? blocks.map(readBlock) : blocks
}

function readBlock(block: unknown): unknown {
  if (!isRecord(block) || !blockTypes.has(block.type)) return markUnknownBlock(block)
  if (isBlock(block)) return block
  const cleaned = withoutNulls(isRecord(block.resource) ? { ...block, resource: withoutNulls(block.resource) } : block)
  return isBlock(cleaned) ? cleaned : markUnknownBlock(block)
}

const blockTypes = new Set<unknown>(['text', 'image', 'audio', 'resource', 'resource_link'])
const isBlock = (block: unknown) => !specTypeSchemas.ContentBlock['~standard'].validate(block).issues
