import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { DraftRecord, DraftStore, StorePorts } from '@pf/core'
import { hostileNames, spoil } from '../support/hostile.ts'
import { someScope, takeLease } from '../support/open-run.ts'
import type { CaseTable } from '../support/to-cases.ts'

/** Creates a draft in its first valid version. */
function someDraft(draft_id: string, more: Partial<DraftRecord> = {}): DraftRecord {
  const versions = [{ version: 1, artifact_text: 'Dear team,', user_text: 'Shall I send it?', request: 'Write to the team.', created: 1 }]
  const texts = { artifact_draft_text: 'Dear team,', user_text: 'Shall I send it?', artifact_final_text: null }
  return { draft_id, state: 'draft', version: 1, ...texts, versions, run_id: 'run-1', ...more }
}

function draftsOf({ drafts }: StorePorts): DraftStore {
  ok(drafts, 'The ports have no draft store.')
  return drafts
}

/** Cases of drafts: each version is written once, texts are unchanged, and owners are isolated. */
export const draftCases: CaseTable = {
  'an unknown draft is undefined; a saved one comes back': async ({ ports, scope }) => {
    const drafts = draftsOf(ports)
    strictEqual(await drafts.load(scope, 'd'), undefined)
    strictEqual(await drafts.save(scope, someDraft('d'), 0), true)
    deepStrictEqual(await drafts.load(scope, 'd'), someDraft('d'))
  },
  'a save that expects another version writes nothing': async ({ ports, scope }) => {
    const drafts = draftsOf(ports)
    strictEqual(await drafts.save(scope, someDraft('d'), 1), false)
    strictEqual(await drafts.load(scope, 'd'), undefined)
    await drafts.save(scope, someDraft('d'), 0)
    for (const version of [0, 2]) strictEqual(await drafts.save(scope, someDraft('d', { version: 3 }), version), false)
    deepStrictEqual(await drafts.load(scope, 'd'), someDraft('d'))
  },
  'a state without a new version can be saved again under the same one': async ({ ports, scope }) => {
    const drafts = draftsOf(ports)
    await drafts.save(scope, someDraft('d'), 0)
    strictEqual(await drafts.save(scope, someDraft('d', { state: 'drafting', run_id: 'run-2' }), 1), true)
    strictEqual((await drafts.load(scope, 'd'))?.state, 'drafting')
  },
  'of many saves at the same time that write the next version one is taken': async ({ ports, scope }) => {
    const drafts = draftsOf(ports)
    await drafts.save(scope, someDraft('d'), 0)
    const next = (index: number) => someDraft('d', { version: 2, user_text: `${index}` })
    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => drafts.save(scope, next(index), 1)))
    strictEqual(taken.filter(Boolean).length, 1)
    strictEqual((await drafts.load(scope, 'd'))?.user_text, `${taken.indexOf(true)}`)
  },
  'a save under a lease that is lost writes nothing, also on the expected version': async ({ ports, scope }) => {
    const drafts = draftsOf(ports)
    const resource = { kind: 'draft' as const, draft_id: 'd' }
    const lost = await takeLease(ports.storage, scope, resource, 0)
    const held = await takeLease(ports.storage, scope, resource)
    strictEqual(await drafts.save(scope, someDraft('d'), 0, lost), false)
    strictEqual(await drafts.load(scope, 'd'), undefined)
    strictEqual(await drafts.save(scope, someDraft('d'), 0, held), true)
    strictEqual(await drafts.save(scope, someDraft('d', { version: 2 }), 0, held), false)
  },
  'any text comes back unchanged, and any name is a name': async ({ ports, scope }) => {
    const drafts = draftsOf(ports)
    for (const name of hostileNames) {
      const draft = someDraft(name, { artifact_draft_text: `\n  \u0000 \u2028 😀 ${name}\r\n`, artifact_final_text: '', confirmed_version: 1 })
      strictEqual(await drafts.save(scope, draft, 0), true)
      deepStrictEqual(await drafts.load(scope, name), draft)
    }
  },
  'a foreign draft is an unknown one, and its id is free': async ({ ports, scope }) => {
    const drafts = draftsOf(ports)
    const other = someScope()
    await drafts.save(scope, someDraft('d'), 0)
    strictEqual(await drafts.load(other, 'd'), undefined)
    strictEqual(await drafts.load({ owner: { ...scope.owner, tenant: 't' } }, 'd'), undefined)
    strictEqual(await drafts.save(other, someDraft('d', { user_text: 'theirs' }), 0), true)
    deepStrictEqual(await drafts.load(scope, 'd'), someDraft('d'))
  },
  'changing what went in or came out changes nothing that is stored': async ({ ports, scope }) => {
    const drafts = draftsOf(ports)
    const draft = someDraft('d')
    await drafts.save(scope, draft, 0)
    spoil(draft)
    spoil(await drafts.load(scope, 'd'))
    deepStrictEqual(await drafts.load(scope, 'd'), someDraft('d'))
  },
}
