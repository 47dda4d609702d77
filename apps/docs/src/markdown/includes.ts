import { introOf, readTitle, sectionOf } from './sections.ts'

/** A part of another file that a page includes: the whole page, its `#intro`, or the section with this id. */
export interface Include {
  source: string
  id: string | undefined
}

const directive = /^<!-- include (\S+?)(?:#(\S+))? -->$/gm

/** Returns what a page includes. */
export function includesOf(page: string): Include[] {
  return [...page.matchAll(directive)].map(([, source = '', id]) => ({ source, id }))
}

/** Replaces each `<!-- include FILE#section -->` of a page by that part of the file, converted by `convert` from the file's own place. */
export function resolveIncludes(page: string, read: (source: string) => string, convert: (text: string, source: string) => string): string {
  return page.replaceAll(directive, (_whole, source: string, id: string | undefined) => convert(partOf(read(source), source, id), source))
}

function partOf(page: string, source: string, id: string | undefined): string {
  if (id === undefined) return readTitle(page, source).body
  return id === 'intro' ? introOf(page, source) : sectionOf(page, id, source)
}
