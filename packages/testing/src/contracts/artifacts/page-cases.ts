import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import type { JsonValue } from '@pf/core'
import { pieces } from '../support/collect.ts'
import { hostileJson, spoil } from '../support/hostile.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { putArtifact } from './put-artifact.ts'

const text = (value: JsonValue) => JSON.stringify(value)

/** Cases of pages of JSON artifacts. */
export const pageCases: CaseTable = {
  'pages at every edge of an array': async ({ ports: { artifacts }, scope }) => {
    const { artifact_id } = await putArtifact(artifacts, scope, '[0,1,2,3,4]')
    for (let offset = 0; offset <= 6; offset += 1) {
      for (let limit = 0; limit <= 6; limit += 1) {
        const items = [0, 1, 2, 3, 4].slice(offset, offset + limit)
        deepStrictEqual(await artifacts.page(scope, artifact_id, '', offset, limit), { items, offset, total: 5 })
      }
    }
  },
  'a pointer finds nested, escaped and indexed arrays': async ({ ports: { artifacts }, scope }) => {
    const value = { rows: [1], 'a/b': { 'c~d': [2] }, '': [3], list: [[4], { deep: [5] }], empty: [] }
    const { artifact_id } = await putArtifact(artifacts, scope, text(value))
    const found = { '/rows': [1], '/a~1b/c~0d': [2], '/': [3], '/list/0': [4], '/list/1/deep': [5], '/empty': [] }
    for (const [path, items] of Object.entries(found)) deepStrictEqual((await artifacts.page(scope, artifact_id, path, 0, 10))?.items, items)
  },
  'where there is no array there is no page': async ({ ports: { artifacts }, scope }) => {
    const { artifact_id } = await putArtifact(artifacts, scope, '{"a":{"b":1},"s":"text","list":[1],"n":null}')
    const wrong = ['', '/a', '/a/b', '/s', '/s/0', '/n', '/list/0', '/list/1', '/list/-', '/list/00', '/list/length', '/missing', 'list', '/li~st', '/list/']
    const inherited = ['/__proto__', '/constructor', '/list/constructor', '/list/__proto__', '/toString']
    for (const path of [...wrong, ...inherited]) strictEqual(await artifacts.page(scope, artifact_id, path, 0, 1), undefined, path)
  },
  'what is no JSON has no pages, and is no error': async ({ ports: { artifacts }, scope }) => {
    const bodies = ['', ' ', '[', '[1,]', 'a,b\n1,2', '"[1]"', '7', 'null', new Uint8Array([0x5b, 0xff, 0x5d]), new Uint8Array(1_000)]
    for (const body of bodies) {
      const { artifact_id } = await putArtifact(artifacts, scope, body, { media_type: 'text/plain' })
      strictEqual(await artifacts.page(scope, artifact_id, '', 0, 1), undefined)
    }
  },
  'an offset or limit that is no whole number from 0 is refused': async ({ ports: { artifacts }, scope }) => {
    const { artifact_id } = await putArtifact(artifacts, scope, '[1,2,3]')
    for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
      await rejects(artifacts.page(scope, artifact_id, '', wrong, 1), { code: 'invalid_input' })
      await rejects(artifacts.page(scope, artifact_id, '', 0, wrong), { code: 'invalid_input' })
    }
  },
  'following offset + items.length reads every item once, however large a page may be': async ({ ports: { artifacts }, scope }) => {
    const rows = Array.from({ length: 2_503 }, (_, index) => ({ index, name: `row ${index}` }))
    const { artifact_id } = await putArtifact(artifacts, scope, text({ rows }))
    for (const limit of [700, 1_000_000]) {
      const seen: JsonValue[] = []
      for (let total = 1; seen.length < total; ) {
        const page = await artifacts.page(scope, artifact_id, '/rows', seen.length, limit)
        ok(page && page.items.length > 0 && page.items.length <= limit)
        seen.push(...page.items)
        total = page.total
      }
      deepStrictEqual(seen, rows)
    }
  },
  'text that a stream cut inside a letter is whole again': async ({ ports: { artifacts }, scope }) => {
    const bytes = new TextEncoder().encode(text(['😀é', hostileJson()]))
    const { artifact_id } = await artifacts.put(scope, pieces(bytes, 1), { media_type: 'application/json', source_tool: 'tool', run_id: 'run' })
    strictEqual(text((await artifacts.page(scope, artifact_id, '', 0, 9))?.items ?? []), text(['😀é', hostileJson()]))
  },
  'changing a page changes nothing that is stored': async ({ ports: { artifacts }, scope }) => {
    const { artifact_id } = await putArtifact(artifacts, scope, '[{"a":[1]}]')
    spoil(await artifacts.page(scope, artifact_id, '', 0, 9))
    spoil(await artifacts.head(scope, artifact_id))
    deepStrictEqual(await artifacts.page(scope, artifact_id, '', 0, 9), { items: [{ a: [1] }], offset: 0, total: 1 })
    strictEqual((await artifacts.head(scope, artifact_id))?.source_tool, 'tool')
  },
  'pages at the same time do not disturb each other': async ({ ports: { artifacts }, scope }) => {
    const rows = Array.from({ length: 1_000 }, (_, index) => index)
    const { artifact_id } = await putArtifact(artifacts, scope, text(rows))
    const pages = await Promise.all(Array.from({ length: 20 }, (_, index) => artifacts.page(scope, artifact_id, '', index * 50, 50)))
    deepStrictEqual(
      pages.flatMap((page) => page?.items ?? []),
      rows,
    )
  },
}
