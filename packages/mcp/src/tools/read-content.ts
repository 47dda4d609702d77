import type { ContentBlock } from '@modelcontextprotocol/client'
import type { JsonValue } from '@pf/core'

/** A file inside a result; `data` is base64. */
export interface McpFile {
  name: string
  media_type: string
  data: string
}

/** A resource that a result links to. */
export interface McpLink {
  uri: string
  name?: string
}

/** The content blocks of a result, sorted by kind. */
export interface ResultContent {
  /** All texts, joined by line feeds. */
  text: string
  links: McpLink[]
  files: McpFile[]
  /** Blocks of kinds that this version does not know, unchanged. */
  other: JsonValue[]
}

const unknownBlock = 'pf/unknown-block'

/** Converts a block that the SDK would refuse to a text block, which `readContent` recognizes. */
export function markUnknownBlock(block: unknown): ContentBlock {
  return { type: 'text', text: JSON.stringify(block) ?? 'null', _meta: { [unknownBlock]: true } }
}

/** Sorts the content blocks of a result by kind. Blocks of unknown kinds are returned unchanged. */
export function readContent(blocks: readonly ContentBlock[]): ResultContent {
  const content: ResultContent = { text: '', links: [], files: [], other: [] }
  const texts: string[] = []
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'text') {
      if (block._meta?.[unknownBlock] === true) content.other.push(JSON.parse(block.text) as JsonValue)
      else texts.push(block.text)
    } else if (block.type === 'image' || block.type === 'audio')
      content.files.push({ name: `${block.type}-${index + 1}`, media_type: block.mimeType, data: block.data })
    else if (block.type === 'resource_link') content.links.push({ uri: block.uri, ...(block.name ? { name: block.name } : {}) })
    else if (block.type === 'resource') readResource(block.resource, { content, texts })
    else content.other.push(block as JsonValue)
  }
  return { ...content, text: texts.join('\n').toWellFormed() }
}

type Resource = Extract<ContentBlock, { type: 'resource' }>['resource']

function readResource(resource: Resource, { content, texts }: { content: ResultContent; texts: string[] }): void {
  if ('text' in resource) texts.push(resource.text)
  else content.files.push({ name: fileNameOf(resource.uri), media_type: resource.mimeType ?? 'application/octet-stream', data: resource.blob })
}

const fileNameOf = (uri: string) => uri.split(/[/\\]/).at(-1)?.slice(0, 200) || 'file'
