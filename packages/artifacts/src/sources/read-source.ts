import type { Source } from '@pf/core'
import { getOwn, isRecord } from '@pf/core/internal'

const maxLength = { title: 300, snippet: 1_000, url: 2_048 }

/**
 * Reads a source from untrusted fields: only http(s) URLs, scores limited to 0 to 1, a missing title derived from URL or snippet; undefined
 * if nothing is left.
 */
export function readSource(value: unknown): Source | undefined {
  if (!isRecord(value)) return undefined
  const url = readUrl(getOwn(value, 'url'))
  const snippet = readText(getOwn(value, 'snippet'), maxLength.snippet)
  const title = readText(getOwn(value, 'title'), maxLength.title) ?? url ?? snippet?.slice(0, 80)
  if (title === undefined) return undefined
  const score = readScore(getOwn(value, 'relevance_score'))
  return {
    title,
    ...(url === undefined ? {} : { url }),
    ...(snippet === undefined ? {} : { snippet }),
    ...(score === undefined ? {} : { relevance_score: score }),
  }
}

/** Returns a plain http(s) URL unchanged, and any other URL in the form in which the browser reads it. */
export function readUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength.url) return undefined
  const url = parseUrl(value)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return undefined
  return /^https?:\/\/[\x21-\x7e]+$/i.test(value) && !value.includes('\\') ? value : url.href
}

/** Returns the URL, or undefined if the text is not one. `URL.parse` would require a newer version of Node. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function readText(value: unknown, maxLength: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
  if (text === '') return undefined
  return text.length > maxLength
    ? `${text
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text.toWellFormed()
}

function readScore(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : undefined
}
