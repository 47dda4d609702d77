import type { ContentBlock } from '@modelcontextprotocol/client'

/** A file that a result carries: `data` is base64. */
export interface McpFile {
  name: string
  media_type: string
  data: string
}

/** A resource that a result names without carrying it. */
export interface McpLink {
  uri: string
  name?: string
}

/** What the blocks of a result hold. */
export interface ReadContent {
  /** All texts, one under the other. */
  text: string
  links: McpLink[]
  files: McpFile[]
}

/** Reads the blocks of a result; kinds that are not known are left out. */
export function readContent(blocks: readonly ContentBlock[]): ReadContent {
  const read: ReadContent = { text: '', links: [], files: [] }
  const texts: string[] = []
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'text') texts.push(block.text)
    else if (block.type === 'image' || block.type === 'audio')
      read.files.push({ name: `${block.type}-${index + 1}`, media_type: block.mimeType, data: block.data })
    else if (block.type === 'resource_link') read.links.push({ uri: block.uri, ...(block.name ? { name: block.name } : {}) })
    else if (block.type === 'resource') readResource(block.resource, { read, texts })
  }
  return { ...read, text: texts.join('\n').toWellFormed() }
}

type Resource = Extract<ContentBlock, { type: 'resource' }>['resource']

function readResource(resource: Resource, { read, texts }: { read: ReadContent; texts: string[] }): void {
  if ('text' in resource) texts.push(resource.text)
  else read.files.push({ name: nameOf(resource.uri), media_type: resource.mimeType ?? 'application/octet-stream', data: resource.blob })
}

const nameOf = (uri: string) => uri.split(/[/\\]/).at(-1)?.slice(0, 200) || 'file'
