import type { DraftClient, DraftRecord, DraftStreamEvent } from '@pf/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DraftPanels, useDraft } from '../drafts.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { noClient } from '../test-support/mount.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let box: HTMLElement
beforeEach(() => {
  box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
})

/** A server with one draft, controlled by the test. */
function fakeServer() {
  let draft: DraftRecord = {
    draft_id: 'd',
    state: 'drafting',
    version: 0,
    artifact_draft_text: '',
    user_text: '',
    artifact_final_text: null,
    versions: [],
    run_id: 'r1',
  }
  let sink: Parameters<DraftClient['follow']>[1] | undefined
  const calls: string[] = []
  const client: DraftClient = {
    create: async ({ message }) => {
      calls.push(`create ${message}`)
      return { draft_id: 'd', run_id: 'r1', stream_url: '/s' }
    },
    get: async () => structuredClone(draft),
    change: async (_, text) => {
      calls.push(`change ${text}`)
      return { draft_id: 'd', run_id: 'r2', stream_url: '/s' }
    },
    confirm: async (_, version) => {
      calls.push(`confirm ${version}`)
      if (version !== draft.version) return { status: 'stale', version: draft.version }
      draft = { ...draft, state: 'confirmed', confirmed_version: version, artifact_final_text: draft.artifact_draft_text }
      return { status: 'confirmed', draft }
    },
    follow: (_, given) => {
      sink = given
      return () => {
        sink = undefined
      }
    },
    cancel: async (run_id) => {
      calls.push(`cancel ${run_id}`)
      return true
    },
  }
  const keep = (artifact: string, user: string) => {
    const version = draft.version + 1
    draft = {
      ...draft,
      state: 'draft',
      version,
      artifact_draft_text: artifact,
      user_text: user,
      versions: [...draft.versions, { version, artifact_text: artifact, user_text: user, request: 'Write.', created: 0 }],
    }
  }
  const send = (...events: DraftStreamEvent[]) => act(async () => events.forEach((event) => void sink?.onEvent(event)))
  return { client, calls, keep, send, lose: () => act(async () => sink?.onLost()) }
}

const Page = ({ client }: { client: DraftClient }) => <DraftPanels draft={useDraft(client)} />
const show = (client: DraftClient) => act(async () => root.render(<Page client={client} />))
const textOf = (label: string) => box.querySelector(`[aria-label="${label}"]`)?.textContent ?? ''
const button = (name: string) => [...box.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))
const click = (name: string) => act(async () => button(name)?.click())
const ask = async (text: string) => {
  const area = box.querySelector('textarea')
  if (!area) throw new Error('no field')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })))
}
const artifact = (text: string, attempt = 1) => ({ type: 'artifact_delta', text, attempt }) as const
const user = (text: string, attempt = 1) => ({ type: 'user_delta', text, attempt }) as const

describe('DraftPanels', () => {
  it('[002-cli-02] puts the artifact into the document and the discussion beside it while they are written; a second attempt begins anew', async () => {
    const { client, send, calls } = fakeServer()
    await show(client)
    await ask('Write to the team.')
    expect(calls).toEqual(['create Write to the team.'])
    await send(artifact('Old '), artifact('text'), user('Hm'))
    expect([textOf('Document'), textOf('Discussion')]).toEqual([expect.stringContaining('Old text'), expect.stringContaining('Hm')])
    await send(artifact('New', 2), user('ok?', 2), artifact('late', 1))
    expect(textOf('Document')).toContain('New')
    for (const gone of ['Old', 'late']) expect(textOf('Document')).not.toContain(gone)
    expect(textOf('Discussion')).not.toContain('Hm')
  })

  it('[002-cli-03] enables the confirmation when the whole reply was good, and says what is wrong when it was not', async () => {
    const { client, send, keep, calls } = fakeServer()
    await show(client)
    await ask('Write.')
    expect(button('final')).toBeUndefined()
    await send(artifact('Dear team'), user('ok?'))
    keep('Dear team', 'ok?')
    await send({ type: 'done', ok: true, parse_ok: true, version: 1 })
    await click('Make version 1 final')
    expect(calls).toContain('confirm 1')
    expect(textOf('Document')).toContain('Final')
    await ask('Shorter.')
    await send(artifact('half a'), { type: 'done', ok: true, parse_ok: false, error: 'It did not come in its form. Nothing was changed.' })
    expect(box.querySelector('[role="alert"]')?.textContent).toContain('Nothing was changed')
    // The valid text is shown again.
    expect(textOf('Document')).toContain('Dear team')
    expect(button('final')).toBeUndefined()
  })

  it('shows what a version changed', async () => {
    const { client, send, keep } = fakeServer()
    await show(client)
    await ask('Write.')
    keep('one\ntwo', 'ok?')
    await send({ type: 'done', ok: true, parse_ok: true, version: 1 })
    expect(button('Show changes')).toBeUndefined()
    await ask('Change.')
    keep('one\nthree', 'ok?')
    await send({ type: 'done', ok: true, parse_ok: true, version: 2 })
    await click('Show changes')
    expect([...box.querySelectorAll('.pf-draft-diff > div')].map((line) => line.getAttribute('data-kind'))).toEqual(['same', 'removed', 'added'])
  })

  it('gives the words back when nothing came of them, and does not call a text unchanged that was never there', async () => {
    const { client, send } = fakeServer()
    await show(client)
    await ask('Write to the team.')
    expect(box.querySelector('textarea')?.value).toBe('')
    await send({ type: 'done', ok: false, parse_ok: false, error: 'The model server answered 401. Check the API key.' })
    expect(box.querySelector('textarea')?.value).toBe('Write to the team.')
    expect(textOf('Document')).toContain('Nothing written')
    expect(textOf('Document')).not.toContain('Unchanged')
  })

  it('says when a version changed nothing', async () => {
    const { client, send, keep } = fakeServer()
    await show(client)
    await ask('Write.')
    keep('one', 'ok?')
    await send({ type: 'done', ok: true, parse_ok: true, version: 1 })
    await ask('Change.')
    keep('one', 'I know no such wish.')
    await send({ type: 'done', ok: true, parse_ok: true, version: 2 })
    await click('Show changes')
    expect(textOf('Document')).toContain('No lines changed.')
  })

  it('can be stopped, and says when the connection is lost', async () => {
    const { client, calls, lose } = fakeServer()
    await show(client)
    await ask('Write.')
    await click('Stop')
    expect(calls).toContain('cancel r1')
    await lose()
    expect(box.querySelector('[role="alert"]')?.textContent).toContain('could not be written')
  })

  it('has the app’s own words, also for what goes wrong; what a server says stays as it says it', async () => {
    const { client, send, keep, lose } = fakeServer()
    const messages = {
      drafts: { document: 'Text', unwritten: 'Nichts geschrieben.', stale: 'Veraltet.', confirm: (version: number) => `Fassung ${version} gilt` },
    }
    await act(async () =>
      root.render(
        <PfProvider client={noClient()} messages={messages}>
          <Page client={client} />
        </PfProvider>,
      ),
    )
    const alert = () => box.querySelector('[role="alert"]')?.textContent
    await ask('Write.')
    await lose()
    expect(alert()).toBe('Nichts geschrieben.')
    await ask('Write.')
    expect(alert()).toBeUndefined()
    await send({ type: 'done', ok: false, parse_ok: false, error: 'The model server is busy.' })
    expect(alert()).toBe('The model server is busy.')
    await ask('Write.')
    keep('Dear team', 'ok?')
    await send({ type: 'done', ok: true, parse_ok: true, version: 1 })
    keep('Dear all', 'ok?')
    await click('Fassung 1 gilt')
    expect([alert(), textOf('Text')]).toEqual(['Veraltet.', expect.stringContaining('Dear all')])
  })

  it('is drawn on a server, and shows hostile text as text', async () => {
    const { client, send } = fakeServer()
    expect(renderToString(<Page client={client} />)).toContain('What should be written?')
    await show(client)
    await ask('Write.')
    await send(artifact('<img src=x onerror="window.__pwned=1"> [x](javascript:alert(1))'))
    expect(box.querySelector('img, a[href^="javascript"]')).toBeNull()
  })
})
